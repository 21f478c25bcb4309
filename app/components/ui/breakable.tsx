import { Fragment, type ReactNode } from "react";

/** An address or a name in capitals that a narrow line breaks before its "@", "." and after its "_", and within no word. */
export function breakable(text: string): ReactNode {
  const parts = text.split(/(?<=_)|(?=[@.])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

import type { IconName } from "./icon-names";
import outlines from "./icons.svg?url";

export type { IconName };

/**
 * An outline in the text colour; hidden from assistive technology unless it has a `label`. Outlines are in one cached file:
 * a page has over a hundred icons. As markup, an icon takes one element of React's instead of two.
 */
export function Icon({ name, label, large }: { name: IconName; label?: string; large?: boolean }) {
  return (
    <svg
      className={large ? "icon icon-large" : "icon"}
      role={label && "img"}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      dangerouslySetInnerHTML={{ __html: `<use href="${outlines}#${name}"></use>` }}
    />
  );
}

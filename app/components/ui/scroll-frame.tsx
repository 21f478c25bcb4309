import type { ReactNode } from "react";

type ScrollFrameProps = {
  /** Names what is in it. */
  label: string;
  children: ReactNode;
};

/** A frame in which a wide table scrolls sideways; focusable, so that the keyboard can scroll it. */
export function ScrollFrame({ label, children }: ScrollFrameProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls must be reached by keys
    <div className="scroll-frame" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

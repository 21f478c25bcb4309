import { classes } from "./classes";

/** A turning ring; says nothing by itself, the text beside it or a live region does. */
export function Spinner({ large }: { large?: boolean }) {
  return <span className={classes("spinner", large && "spinner-large")} aria-hidden="true" />;
}

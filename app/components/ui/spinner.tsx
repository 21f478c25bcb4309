const leaves = Array.from({ length: 8 }, (_, index) => <span key={index} className="rt-SpinnerLeaf" />);

/** A turning ring; says nothing by itself, the text beside it or a live region does. */
export function Spinner({ large }: { large?: boolean }) {
  return (
    <span className={large ? "rt-Spinner rt-r-size-3" : "rt-Spinner rt-r-size-2"} aria-hidden="true">
      {leaves}
    </span>
  );
}

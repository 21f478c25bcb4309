const leaves = Array.from({ length: 8 }, (_, index) => <span key={index} className="rt-SpinnerLeaf" />);

/** A spinner; not announced itself: the text next to it or a live region is. */
export function Spinner({ large }: { large?: boolean }) {
  return (
    <span className={large ? "rt-Spinner rt-r-size-3" : "rt-Spinner rt-r-size-2"} aria-hidden="true">
      {leaves}
    </span>
  );
}

import { type ReactNode, useEffect, useRef } from "react";
import { omitCoveredBoxes, settleTree, tickedValues, updateTicks } from "./tree";

type BoxTreeProps = {
  legend: string;
  errorId: string;
  error?: string | undefined;
  hint?: string;
  /** Keeps the legend for assistive technology only. */
  legendHidden?: boolean;
  /** True if a ticked box stands for all below it, which are then not submitted. */
  sendsTopAlone?: boolean;
  /** Called with the submitted values after every change. */
  onTicked?: (values: string[]) => void;
  children: ReactNode;
};

/** A group of checkboxes that form a tree; without JS they are independent. */
export function BoxTree(props: BoxTreeProps) {
  const { legend, legendHidden, sendsTopAlone, errorId, error, hint, onTicked, children } = props;
  const ref = useRef<HTMLFieldSetElement>(null);
  // Runs after every render: a box that only summarises those below has no state of its own.
  useEffect(() => {
    if (ref.current) settleTree(ref.current);
  });
  useEffect(() => {
    const tree = ref.current;
    const form = sendsTopAlone ? tree?.closest("form") : null;
    if (!tree || !form) return;
    const leaveOut = ({ formData }: FormDataEvent) => omitCoveredBoxes(tree, formData);
    form.addEventListener("formdata", leaveOut);
    return () => form.removeEventListener("formdata", leaveOut);
  }, [sendsTopAlone]);
  return (
    <fieldset
      ref={ref}
      className="box-tree rt-Flex rt-r-fd-column rt-r-gap-2"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error !== undefined ? errorId : undefined}
      onChange={(event) => {
        const { target } = event;
        if (ref.current && target instanceof HTMLInputElement && target.dataset["node"] !== undefined)
          updateTicks(ref.current, target);
        if (ref.current) onTicked?.(tickedValues(ref.current));
      }}
    >
      <legend className={legendHidden ? "visually-hidden" : "rt-r-mb-2 rt-r-weight-medium"}>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

type BoxProps = {
  node: string;
  name?: string;
  value?: string;
  isTicked?: boolean;
  describedBy?: string | undefined;
  children: ReactNode;
};

/** One box of a tree. Without a name it is not submitted and only sets the boxes below it. */
export function Box({ node, name, value, isTicked, describedBy, children }: BoxProps) {
  return (
    <label className="rt-Flex rt-r-ai-baseline rt-r-gap-2 rt-r-py-1">
      <input
        type="checkbox"
        className="checkbox"
        data-node={node}
        name={name}
        value={value}
        defaultChecked={isTicked}
        aria-describedby={describedBy}
      />{" "}
      <span>{children}</span>
    </label>
  );
}

import { Button } from "~/components/ui/button";

type RemoveButtonProps = {
  /** The intent, with the number of the removed item. */
  value: string;
  /** Names the removed item: a page has several such buttons. */
  label: string;
  children: string;
  disabled?: boolean;
};

/** Removes a rule, or one of its rows, from a form. */
export function RemoveButton({ value, label, children, disabled }: RemoveButtonProps) {
  return (
    <Button
      type="submit"
      size="small"
      variant="ghost"
      icon="minus"
      name="intent"
      value={value}
      aria-label={label}
      disabled={disabled}
    >
      {children}
    </Button>
  );
}

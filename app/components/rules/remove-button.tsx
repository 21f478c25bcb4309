import { Button } from "~/components/ui/button";

type RemoveButtonProps = {
  /** The intent, with the number of what goes. */
  value: string;
  /** Names what goes: several such buttons stand on a page. */
  label: string;
  children: string;
  disabled?: boolean;
};

/** Takes a rule, or a row of one, out of a form. */
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

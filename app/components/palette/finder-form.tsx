import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { common } from "~/i18n/common";

type FinderFormProps = {
  action: string;
  q: string;
  label: string;
  role?: "search";
  /** Rendered between field and button. */
  children?: ReactNode;
};

/** Search form of a finder page; the text is in the URL as `q`. */
export function FinderForm({ action, q, label, role, children }: FinderFormProps) {
  const c = useTexts(common);
  return (
    <form action={action} className="go-form rt-Flex rt-r-gap-2" role={role}>
      <input
        // Recreates the field for another search; React would keep the old text.
        key={q}
        className="input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without a text the page's only purpose is this field
        autoFocus={q === ""}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={300}
        aria-label={label}
        placeholder={label}
      />{" "}
      {children}
      <Button type="submit">{c("actions.search")}</Button>
    </form>
  );
}

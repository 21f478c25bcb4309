import { useNavigation } from "@remix-run/react";
import { useTexts } from "./console-context";
import { Spinner } from "~/components/ui/spinner";
import { common } from "~/i18n/common";

/**
 * Shows that a page is on its way: a bar along the top after 150 ms, a spinner over the page when it takes
 * longer (SHELL-34). Says so to assistive technology too. Without scripts the browser's own indicator serves.
 */
export function NavigationProgress() {
  const t = useTexts(common);
  const loading = useNavigation().state !== "idle";
  return (
    <>
      {loading && <div className="progress" />}
      {loading && (
        <div className="page-spinner">
          <Spinner large />
        </div>
      )}
      <div className="visually-hidden" role="status">
        {loading ? t("loading") : ""}
      </div>
    </>
  );
}

import { useTexts } from "~/components/context/console-context";
import { Tabs } from "~/components/ui/tabs";
import { settingsSso } from "~/i18n/settings-sso";

type SsoView = "settings" | "import" | "activity";

/** Views of single sign-on: its settings, and tools to set it up. */
export function SsoViews({ base, current, mayEdit }: { base: string; current: SsoView; mayEdit: boolean }) {
  const t = useTexts(settingsSso);
  const root = `${base}/settings/sso`;
  const views: readonly SsoView[] = ["settings", ...(mayEdit ? (["import"] as const) : []), "activity"];
  return (
    <Tabs
      label={t("views.label")}
      tabs={views.map((view) => ({
        to: view === "settings" ? root : `${root}/${view}`,
        label: t(`views.${view}`),
        current: view === current,
      }))}
    />
  );
}

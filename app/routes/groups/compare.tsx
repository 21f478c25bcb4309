import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import comparisonStyles from "~/components/groups/comparison.css?url";
import { ComparisonTable } from "~/components/groups/comparison-table";
import { GroupErrorBoundary } from "~/components/groups/group-not-found";
import ruleStyles from "~/components/rules/rules.css?url";
import { fixedTitle } from "~/components/shell/page-title";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { groups } from "~/i18n/groups";
import { heldPermissions } from "~/i18n/held-permissions";
import { comparison } from "~/models/groups/comparison.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(ruleStyles, comparisonStyles);
export const handle = fixedTitle(heldPermissions, "compare.title");
export const ErrorBoundary = GroupErrorBoundary;

/** The permissions of two groups side by side; the address names both (GRP-65). */
export const loader = consoleLoader(screenGates["groups/compare"], comparison);

export default function CompareGroups() {
  const {
    a,
    b,
    base,
    isRefused,
    isAll,
    options,
    groups: compared,
    problems,
    customer,
  } = useLoaderData<typeof loader>();
  const t = useTexts(heldPermissions);
  const g = useTexts(groups);
  const path = `${base}/groups/compare`;
  const [first, second] = compared ?? [];
  return (
    <>
      <PageHeader title={t("compare.title")} back={{ to: `${base}/groups`, label: g("title") }} />
      <Notices notices={problems} />
      <Card>
        <form
          key={`${a} ${b}`}
          method="get"
          action={path}
          className="choice-row rt-Flex rt-r-fw-wrap rt-r-gap-3"
        >
          {isAll && <input type="hidden" name="show" value="all" />}
          <SelectField name="a" label={t("compare.first")} defaultValue={a} options={options} />
          <SelectField
            name="b"
            label={t("compare.second")}
            defaultValue={b}
            options={options}
            {...(isRefused && { errors: [t("compare.chooseTwo")] })}
          />
          <Button type="submit" variant={first ? "outline" : "solid"}>
            {t("compare.submit")}
          </Button>
        </form>
        <p className="small muted rt-r-mt-3">{first ? t("compare.at", { customer }) : t("compare.intro")}</p>
      </Card>
      {first && second && <ComparisonTable groups={[first, second]} {...{ path, base, isAll }} />}
    </>
  );
}

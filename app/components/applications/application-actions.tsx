import type { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { MenuButton, MenuLink, Popover } from "~/components/ui/menu";
import type { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { applicationHref } from "./application-hrefs";

type Row = ApplicationsData["rows"][number];
type Translator = ReturnType<typeof useTexts<(typeof applications)["en"]>>;

type ActionContext = {
  may: ApplicationsData["may"];
  hydrated: boolean;
  vacancyPath: string;
  search: string;
};

/** What can be done to one application: a menu at the end of its row. */
export function actionsCell(row: Row, t: Translator, { may, hydrated, vacancyPath, search }: ActionContext) {
  const href = (page: string) => applicationHref(vacancyPath, row._id, page, search);
  return Popover({
    id: `actions-${row._id}`,
    align: "end",
    button: (
      <Button variant="ghost" size="small" icon="more" iconOnly>
        {t("actionsFor", { name: row.name })}
      </Button>
    ),
    children: (
      <>
        <MenuButton
          icon="send"
          name="intent"
          value={`report:${row._id}`}
          // Without scripts the server says why not (GEN-21).
          disabled={hydrated && !row.hasReport}
          title={row.hasReport ? undefined : t(row.isDeidentified ? "deidentified" : "report.resendSoon")}
        >
          {t("report.resend")}
        </MenuButton>
        <MenuLink to={href("email-state")} icon="mail">
          {t("report.emailState")}
        </MenuLink>
        {row.isDeidentified ? (
          <MenuButton type="button" icon="edit" disabled title={t("deidentified")}>
            {t("edit")}
          </MenuButton>
        ) : (
          <MenuLink to={href("edit")} icon="edit">
            {t("edit")}
          </MenuLink>
        )}
        {may.deidentify &&
          (row.isDeidentified ? (
            <MenuButton type="button" icon="eye-off" disabled title={t("deidentified")}>
              {t("deidentify")}
            </MenuButton>
          ) : (
            <MenuLink to={href("de-identify")} icon="eye-off" danger>
              {t("deidentify")}
            </MenuLink>
          ))}
        {may.delete && (
          <MenuLink to={href("delete")} icon="trash" danger>
            {t("remove")}
          </MenuLink>
        )}
      </>
    ),
  });
}

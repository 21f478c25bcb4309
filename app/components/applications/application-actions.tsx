import type { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { MenuButton, MenuLink, popover } from "~/components/ui/menu";
import type { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { type MessageFacts, messageRefusal } from "~/models/applications/candidate-messages";
import { type Intent, withDetail } from "~/services/intents";

type Row = ApplicationsData["rows"][number];
type Translator = ReturnType<typeof useTexts<(typeof applications)["en"]>>;

/** Intents of the candidates' section. */
export type ApplicationIntents = Record<
  "status" | "move" | "resend" | "report" | "insights" | "compare",
  Intent
>;

type ActionContext = {
  intents: Pick<ApplicationIntents, "report">;
  may: ApplicationsData["may"];
  messages: MessageFacts;
  /** URL of one of the application's pages. */
  hrefOf: (page: "email-state" | "edit" | "de-identify" | "delete") => string;
  /** Id of the form the buttons submit, if they are rendered outside it. */
  form?: string;
};

type ActionRow = Pick<Row, "_id" | "name" | "hasReport" | "isChatReportGone" | "isDeidentified"> & {
  /** True if SMS can reach the candidate; undefined if unknown. */
  hasPhone?: boolean;
};

/** Id of the menu on a candidate's page; links can open the menu by it. */
export const actionsMenuId = "actions";

/** Menu of one application, in the header of the candidate's page. */
export function actionsMenu(row: ActionRow, t: Translator, context: ActionContext & { close: string }) {
  const name = t("actionsFor", { name: row.name });
  return popover({
    id: actionsMenuId,
    name,
    align: "end",
    close: context.close,
    button: (
      <Button variant="ghost" size="small" icon="more" iconOnly>
        {name}
      </Button>
    ),
    children: actionItems(row, t, context),
  });
}

/** The reason the chat report cannot be resent; undefined if it can (APP-48). */
function reportRefusal(row: ActionRow, t: Translator, { report }: MessageFacts) {
  if (row.isDeidentified) return t("deidentified");
  const whyNot = report && messageRefusal(t, report, row.hasPhone);
  if (whyNot) return whyNot;
  if (!row.hasReport) return t("report.resendSoon");
  return row.isChatReportGone ? t("report.gone") : undefined;
}

/** Menu items for one application, shared by the candidate page's menu and the list's row menu. */
export function actionItems(
  row: ActionRow,
  t: Translator,
  { intents, may, messages, hrefOf: href, form }: ActionContext,
) {
  const whyNoReport = reportRefusal(row, t, messages);
  return (
    <>
      {may.change && messages.report && (
        <MenuButton
          icon="send"
          form={form}
          name="intent"
          value={withDetail(intents.report, row._id)}
          disabled={whyNoReport !== undefined}
          title={whyNoReport}
        >
          {t("report.resend")}
        </MenuButton>
      )}
      {may.open && (
        <MenuLink to={href("email-state")} icon="mail">
          {t("report.emailState")}
        </MenuLink>
      )}
      {may.edit &&
        (row.isDeidentified ? (
          <MenuButton type="button" icon="edit" disabled title={t("deidentified")}>
            {t("edit")}
          </MenuButton>
        ) : (
          <MenuLink to={href("edit")} icon="edit">
            {t("edit")}
          </MenuLink>
        ))}
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
  );
}

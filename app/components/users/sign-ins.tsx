import type { ReactNode } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { SubmitButton } from "~/components/form/post-form";
import { actionsColumn, linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { formatDateTime } from "~/i18n/dates";
import { users } from "~/i18n/users";
import { browserOf } from "~/models/users/browser-name";
import type { SignIns as SignInsData } from "~/models/users/sign-in.server";
import type { Intent } from "~/services/intents";

type SignInsProps = SignInsData & {
  /** False for users without a password: they are not asked for a code, so no browser is remembered. */
  hasPassword: boolean;
  actions?: ReactNode;
  /** Intent of the button that ends a session; without it there are no such buttons. */
  endOf?: (sessionId: string) => Intent;
};

/** A user's sessions, remembered browsers and recent sign-ins (USER-89). */
export function SignIns({ sessions, devices, signIns, hasPassword, actions, endOf }: SignInsProps) {
  const t = useTexts(users);
  const time = useTime();
  const { timeZone } = useConsole();
  const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, _id: String(index) }));
  const wordsOf = (userAgent: string | null) => {
    const { browser, system } = browserOf(userAgent);
    const name = browser ?? t("signIns.unknownBrowser");
    return system ? t("signIns.browserOn", { browser: name, system }) : name;
  };
  const moment = <Row extends { _id: string }>(id: string, header: string, at: (row: Row) => string) =>
    timeColumn<Row>({ id, header, time, at });
  type Session = SignInsData["sessions"][number];
  type Device = SignInsData["devices"][number] & { _id: string };
  type PastSignIn = SignInsData["signIns"][number] & { _id: string };
  return (
    <Card title={t("signIns.title")} actions={actions}>
      <div className="sign-ins">
        <p className="small muted">{t("signIns.timesIn", { zone: timeZone })}</p>
        <h3>{t("signIns.sessions")}</h3>
        {sessions.length === 0 ? (
          <p className="muted">{t("signIns.noSessions")}</p>
        ) : (
          <>
            <DataTable
              label={t("signIns.sessions")}
              rows={sessions}
              columns={[
                linkColumn<Session>({
                  id: "browser",
                  header: t("signIns.browser"),
                  value: ({ browser, isCurrent }) => (
                    <>
                      <span title={browser ?? undefined}>{wordsOf(browser)}</span>{" "}
                      {isCurrent && <Badge tone="green">{t("signIns.current")}</Badge>}
                    </>
                  ),
                }),
                moment<Session>("lastUsedAt", t("signIns.lastUsed"), (row) => row.lastUsedAt),
                moment<Session>("createdAt", t("signIns.signedIn"), (row) => row.createdAt),
                textColumn<Session>({
                  id: "network",
                  header: t("signIns.network"),
                  value: (row) => row.network,
                }),
                ...(endOf
                  ? [
                      actionsColumn<Session>({
                        id: "end",
                        header: t("signIns.end"),
                        value: ({ _id, browser, lastUsedAt, isCurrent }) =>
                          // An empty fragment, since an empty value would render a dash.
                          isCurrent ? (
                            <></>
                          ) : (
                            <SubmitButton
                              size="small"
                              variant="ghost"
                              intent={endOf(_id)}
                              aria-label={t("signIns.endOf", {
                                browser: wordsOf(browser),
                                time: formatDateTime(new Date(lastUsedAt), timeZone),
                              })}
                            >
                              {t("signIns.end")}
                            </SubmitButton>
                          ),
                      }),
                    ]
                  : []),
              ]}
            />
          </>
        )}
        {hasPassword && (
          <>
            <h3>{t("signIns.devices")}</h3>
            {devices.length === 0 ? (
              <p className="muted">{t("signIns.noDevices")}</p>
            ) : (
              <>
                <DataTable
                  label={t("signIns.devices")}
                  rows={numbered(devices)}
                  columns={[
                    linkColumn<Device>({
                      id: "lastUsedAt",
                      header: t("signIns.lastUsed"),
                      value: (row) => time(row.lastUsedAt, "dateTime"),
                    }),
                    moment<Device>("createdAt", t("signIns.remembered"), (row) => row.createdAt),
                    moment<Device>("expiresAt", t("signIns.until"), (row) => row.expiresAt),
                  ]}
                />
              </>
            )}
          </>
        )}
        <h3>{t("signIns.past")}</h3>
        {signIns.length === 0 ? (
          <p className="muted">{t("signIns.noPast")}</p>
        ) : (
          <>
            <DataTable
              label={t("signIns.past")}
              rows={numbered(signIns)}
              columns={[
                linkColumn<PastSignIn>({
                  id: "at",
                  header: t("signIns.signedIn"),
                  value: (row) => time(row.at, "dateTime"),
                }),
                textColumn<PastSignIn>({
                  id: "network",
                  header: t("signIns.network"),
                  value: (row) => row.network,
                }),
              ]}
            />
          </>
        )}
      </div>
    </Card>
  );
}

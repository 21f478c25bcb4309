import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { users } from "~/i18n/users";
import type { SignIns as SignInsData } from "~/models/users/sign-in.server";

/** As many of a list show at first. */
const firstFew = 5;

/** Where somebody is signed in, which browsers need no code, and when they came in last (USER-89). */
export function SignIns({ sessions, devices, signIns, actions }: SignInsData & { actions?: ReactNode }) {
  const t = useTexts(users);
  const time = useTime();
  const { timeZone } = useConsole();
  const { pathname, search } = useLocation();
  const isWhole = new URLSearchParams(search).has("all");
  const numbered = <Row,>(rows: readonly Row[]) =>
    (isWhole ? rows : rows.slice(0, firstFew)).map((row, index) => ({ ...row, _id: String(index) }));
  const whole = new URLSearchParams(search);
  whole.set("all", "1");
  const showAll = ({ length }: readonly unknown[], list: string) =>
    !isWhole &&
    length > firstFew && (
      <p className="sign-ins-more">
        <ButtonLink to={`${pathname}?${whole}`} variant="ghost" size="small" data-keep-scroll="">
          {t("signIns.showAll", { count: length })}
          <span className="visually-hidden"> {list}</span>
        </ButtonLink>
      </p>
    );
  const moment = <Row extends { _id: string }>(id: string, header: string, at: (row: Row) => string) =>
    timeColumn<Row>({ id, header, time, at });
  type Session = SignInsData["sessions"][number] & { _id: string };
  type Device = SignInsData["devices"][number] & { _id: string };
  type Past = SignInsData["signIns"][number] & { _id: string };
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
              rows={numbered(sessions)}
              columns={[
                linkColumn<Session>({
                  id: "lastUsedAt",
                  header: t("signIns.lastUsed"),
                  value: ({ lastUsedAt, isCurrent }) => (
                    <>
                      {time(lastUsedAt, "dateTime")}{" "}
                      {isCurrent && <Badge tone="green">{t("signIns.current")}</Badge>}
                    </>
                  ),
                }),
                moment<Session>("createdAt", t("signIns.signedIn"), (row) => row.createdAt),
                textColumn<Session>({
                  id: "network",
                  header: t("signIns.network"),
                  value: (row) => row.network,
                }),
              ]}
            />
            {showAll(sessions, t("signIns.sessions"))}
          </>
        )}
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
            {showAll(devices, t("signIns.devices"))}
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
                linkColumn<Past>({
                  id: "at",
                  header: t("signIns.signedIn"),
                  value: (row) => time(row.at, "dateTime"),
                }),
                textColumn<Past>({
                  id: "network",
                  header: t("signIns.network"),
                  value: (row) => row.network,
                }),
              ]}
            />
            {showAll(signIns, t("signIns.past"))}
          </>
        )}
      </div>
    </Card>
  );
}

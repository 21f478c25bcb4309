import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ChangesTable } from "~/components/record/changes-table";
import styles from "~/components/record/record.css?url";
import { fixedTitle } from "~/components/shell/page-title";
import { useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card, DataList } from "~/components/ui/layout";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { Notices } from "~/components/ui/notices";
import { record } from "~/i18n/record";
import { hrefOfObject, ruleText, wayBack } from "~/models/record/record-screen.server";
import { historyHref } from "~/models/record/record-search";
import { getEntry } from "~/models/record/record.server";
import { fieldsOf, markOf, sentenceOf } from "~/models/record/record-sentence.server";
import {
  fieldOf,
  objectOf,
  reasonOf,
  valuesOf,
  signInMethodLabel,
  actorLabel,
} from "~/models/record/record-words";
import { detailOrNotice } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(record, "entryTitle");

export const loader = consoleLoader(screenGates["record/:entryId"], async (args) => {
  const { api, base, flags, param, rights, translate } = args;
  const t = translate(record);
  const { data, error } = await detailOrNotice(getEntry(api, param("entryId")), args, t("entryFailed"));
  if (!data) return { base, problem: error, entry: null, recordName: undefined };
  const { entry, canViewActor, undone, sameRequest } = data;
  const held = await rights();
  const mayOpen = (path: "users/:userId" | "bulk-jobs" | "users/upload") =>
    isGateOpen(screenGates[path], { flags, rights: held });
  const linked = (one: NonNullable<typeof undone>) => ({
    href: `${base}/record/${one._id}`,
    at: one.at,
    text: sentenceOf(args, one),
  });
  return {
    base,
    problem: null,
    recordName: sentenceOf(args, entry, fieldsOf(entry)),
    entry: {
      at: entry.at,
      mark: markOf(args, entry),
      who: actorLabel(t, entry),
      email: entry.actor?.email ?? null,
      personHref:
        entry.actor && canViewActor && mayOpen("users/:userId") ? `${base}/users/${entry.actor._id}` : null,
      byPersonHref: entry.actor && `${base}/record?${new URLSearchParams({ person: entry.actor._id })}`,
      historyHref: entry.objectId === null ? null : historyHref(base, entry.kind, entry.objectId),
      source: t(`sources.${entry.source}`),
      network: entry.network,
      requestId: entry.requestId,
      operation: entry.operation,
      customer: entry.customerName,
      organisation: entry.organizationName,
      department: entry.departmentName,
      by: entry.by === null ? null : signInMethodLabel(t, entry.by),
      reason: entry.reason === null ? null : reasonOf(t, entry.reason),
      rule: entry.rule === null ? null : ruleText(args, entry.rule),
      counts: entry.counts && t("countsText", entry.counts),
      jobHref: entry.jobId !== null && mayOpen("bulk-jobs") ? `${base}/bulk-jobs/${entry.jobId}` : null,
      uploadHref:
        entry.uploadId !== null && mayOpen("users/upload") ? `${base}/users/upload/${entry.uploadId}` : null,
      undone: undone && linked(undone),
      sameRequest: sameRequest.map(linked),
      objects: await Promise.all(
        entry.objects.map(async (object) => ({
          key: `${object.kind} ${object._id}`,
          name: objectOf(t, { kind: object.kind, objectName: object.name, objectCount: 1 }),
          href: await hrefOfObject(args, object),
          back: await wayBack(args, entry._id, object),
          isHidden: object.fields.some(({ hidden }) => hidden !== null),
          fields: object.fields.map((field) => ({ field: fieldOf(t, field.field), ...valuesOf(t, field) })),
        })),
      ),
    },
  };
});

export default function RecordEntry() {
  const { base, problem, entry, recordName } = useLoaderData<typeof loader>();
  const t = useTexts(record);
  const toList = { to: useOpenedListHref(`${base}/record`), label: t("title") };
  if (!entry) {
    return (
      <>
        <PageHeader title={t("entryTitle")} back={toList} />
        <Notices notices={problem ? [problem] : []} />
      </>
    );
  }
  const person = entry.email === null ? entry.who : `${entry.who} (${entry.email})`;
  const rows = [
    { label: t("time"), value: <Time at={entry.at} kind="dateTime" /> },
    {
      label: t("who"),
      value: entry.personHref ? <a href={entry.personHref}>{person}</a> : <bdi>{person}</bdi>,
    },
    { label: t("customer"), value: entry.customer },
    { label: t("organisation"), value: entry.organisation },
    { label: t("department"), value: entry.department },
    { label: t("from"), value: entry.source },
    { label: t("how"), value: entry.by },
    { label: t("reason"), value: entry.reason },
    { label: t("rule"), value: entry.rule },
    { label: t("counts"), value: entry.counts },
    { label: t("network"), value: entry.network },
    { label: t("request"), value: <code>{entry.requestId}</code> },
    { label: t("operation"), value: <code>{entry.operation}</code> },
  ].filter(({ value }) => value !== null);
  const ways = [
    { to: entry.byPersonHref, label: t("ofPerson") },
    { to: entry.historyHref, label: t("ofObject") },
    { to: entry.jobHref, label: t("job") },
    { to: entry.uploadHref, label: t("upload") },
  ];
  return (
    <>
      <PageHeader
        title={t("entryTitle")}
        name={recordName}
        back={toList}
        tags={
          entry.mark !== null && (
            <Badge tone="amber" icon="warning">
              {entry.mark}
            </Badge>
          )
        }
      />
      <div className="rt-r-display-grid rt-r-gap-4">
        <Card title={t("details")}>
          <DataList items={rows} />
          <ul className="record-links rt-Flex rt-r-fd-column rt-r-gap-2">
            {ways.map(
              ({ to, label }) =>
                to && (
                  <li key={label}>
                    <a href={to}>{label}</a>
                  </li>
                ),
            )}
          </ul>
        </Card>
        {entry.undone && (
          <Card title={t("undoes")}>
            <EntryLinks entries={[entry.undone]} />
          </Card>
        )}
        <Card title={t("changes")}>
          {entry.objects.map(({ key, name, href, back, fields, isHidden }) => (
            <section key={key}>
              <h3>{href ? <a href={href}>{name}</a> : <bdi>{name}</bdi>}</h3>
              <ChangesTable label={name} fields={fields} />
              {back && (
                <p className="rt-r-mt-3">
                  <ButtonLink to={back.href} size="small" icon="restore">
                    {t(`wayBack.${back.way}`)}
                  </ButtonLink>
                </p>
              )}
              {isHidden && <p className="small muted">{t("hiddenNote")}</p>}
            </section>
          ))}
        </Card>
        {entry.sameRequest.length > 0 && (
          <Card title={t("sameRequest")}>
            <EntryLinks entries={entry.sameRequest} />
          </Card>
        )}
      </div>
    </>
  );
}

/** Other entries, as links. */
function EntryLinks({ entries }: { entries: readonly { href: string; at: string; text: string }[] }) {
  return (
    <ul className="record-links rt-Flex rt-r-fd-column rt-r-gap-2">
      {entries.map(({ href, at, text }) => (
        <li key={href}>
          <Time at={at} kind="dateTime" /> <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

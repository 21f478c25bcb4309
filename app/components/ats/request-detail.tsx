import { useTexts } from "~/components/context/console-context";
import { Problem } from "~/components/area/problem";
import { PlaceInList } from "~/components/table/place-in-list";
import { CopyButton } from "~/components/ui/copy-button";
import { Dialog } from "~/components/ui/dialog";
import { DataList } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { atsRequests } from "~/i18n/ats";
import { humanizeName } from "~/models/ats/ats-names";
import type { AtsRequest } from "~/models/ats/ats-request.server";
import type { Neighbour, ListPosition } from "~/models/list/neighbours.server";
import { JsonView } from "./json-view";
import { StatusBadge, typeInWords } from "./request-words";

type RequestDetailProps = {
  request: AtsRequest | null;
  /** Shown instead of the request if it could not be loaded. */
  problem: { tone: "warning" | "error"; title: string; description: string } | null;
  /** Position in the search results. */
  place: ListPosition | null;
  hrefOf: (neighbour: Neighbour) => string;
  closeHref: string;
};

/** Everything known about one request (ATSR-14). */
export function RequestDetail({ request, problem, place, hrefOf, closeHref }: RequestDetailProps) {
  const t = useTexts(atsRequests);
  return (
    <Dialog
      title={t("detail.title")}
      aside={place && <PlaceInList {...{ place, hrefOf }} className="dialog-place row" />}
      width={1040}
      closeHref={closeHref}
    >
      <Problem of={problem} />
      {request && <Fields request={request} />}
    </Dialog>
  );
}

function Fields({ request }: { request: AtsRequest }) {
  const t = useTexts(atsRequests);
  const time = useTime();
  return (
    <>
      <div className="request-fields">
        <DataList
          items={[
            { label: t("id"), value: <CopiedId id={request._id} /> },
            {
              label: t("status"),
              value: <StatusBadge status={request.status} />,
            },
            {
              label: t("requestType"),
              value: <span title={request.requestType}>{typeInWords(t, request.requestType)}</span>,
            },
            {
              label: t("atsName"),
              value: <span title={request.atsName}>{humanizeName(request.atsName)}</span>,
            },
            { label: t("masterId"), value: request.masterId },
            { label: t("tenantId"), value: request.externalTenantId },
            { label: t("customerId"), value: request.customerId },
            { label: t("requestCount"), value: request.requestCount },
            { label: t("retryable"), value: t(request.retryable ? "yes" : "no") },
            { label: t("retryCount"), value: request.retryCount },
            { label: t("tags"), value: request.tags.join(", ") },
            { label: t("created"), value: time(request.createdAt, "dateTime") },
            { label: t("updated"), value: time(request.updatedAt, "dateTime") },
          ]}
        />
      </div>
      <JsonView label={t("detail.extra")} value={request.extra} />
      <JsonView label={t("detail.payload")} value={request.payload} />
      <JsonView label={t("detail.responses")} value={request.responses} />
    </>
  );
}

function CopiedId({ id }: { id: string }) {
  const t = useTexts(atsRequests);
  return (
    <>
      {id} <CopyButton text={id} label={t("copyId", { id })} />
    </>
  );
}

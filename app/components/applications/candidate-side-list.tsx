import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { useTotal } from "~/components/table/use-total";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { Initials } from "~/components/ui/initials";
import { applications } from "~/i18n/applications";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import { thread as texts } from "~/i18n/thread";
import { sideListParameter } from "~/models/applications/side-list";
import type { loadPlaceInList } from "~/models/applications/thread-screen.server";
import type { Neighbour } from "~/models/list/neighbours.server";
import { statusTones } from "./status-tones";

type SideList = NonNullable<Awaited<ReturnType<typeof loadPlaceInList>>["beside"]>;

type CandidateSideListProps = {
  /** The list's page; null if it could not be loaded. */
  list: SideList | null;
  currentId: string;
  hrefOf: (neighbour: Neighbour) => string;
};

/** The page of the list that the candidate was opened from, next to the candidate (PIPE-10). */
export function CandidateSideList({ list, currentId, hrefOf }: CandidateSideListProps) {
  const t = useTexts(applications);
  const words = useTexts(texts);
  return (
    <nav className="beside-list card" aria-label={words("beside.label")}>
      {list ? (
        <Rows {...{ list, currentId, hrefOf }} />
      ) : (
        <p className="card-body muted">{t("loadFailed")}</p>
      )}
    </nav>
  );
}

function Rows({ list, currentId, hrefOf }: CandidateSideListProps & { list: SideList }) {
  const t = useTexts(applications);
  const words = useTexts(texts);
  const c = useTexts(common);
  const { rows, size, currentPage: page } = list;
  const total = useTotal(list);
  const current = useRef<HTMLAnchorElement>(null);
  // The list keeps its scroll position unless the candidate is out of sight.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const before = (page - 1) * size;
  const range = { from: formatNumber(before + 1), to: formatNumber(before + rows.length), total };
  return (
    <>
      <p className="beside-range muted small">{c("table.range", range)}</p>
      <ol className="beside-rows">
        {rows.map(({ _id, name, status, isDecided }) => (
          <li key={_id}>
            <a
              ref={_id === currentId ? current : undefined}
              href={hrefOf({ _id, page })}
              aria-current={_id === currentId ? "page" : undefined}
              data-replace=""
            >
              <Initials id={_id} name={name} />
              <bdi className="rt-truncate">{name}</bdi>{" "}
              {isDecided && <Icon name="check" label={words("beside.decided")} />}{" "}
              <Badge tone={statusTones[status] ?? "gray"} isPlain>
                {t(`status.${status}`)}
              </Badge>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Link that shows or hides the list next to the candidate. */
export function SideListLink({ isShown }: { isShown: boolean }) {
  const t = useTexts(texts);
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (isShown) params.delete(sideListParameter);
  else params.set(sideListParameter, "1");
  const text = params.toString();
  return (
    <ButtonLink
      to={pathname + (text && `?${text}`)}
      className="beside-link"
      size="small"
      icon={isShown ? "x" : "list"}
      data-keep-scroll=""
      data-replace=""
    >
      {t(isShown ? "beside.hide" : "beside.show")}
    </ButtonLink>
  );
}

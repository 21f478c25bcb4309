import { Icon } from "~/components/ui/icons";
import { Initials } from "~/components/ui/initials";
import type { PanelVacancy } from "./vacancy-panel";
import { fullName } from "~/models/users/full-name";

/** Number of managers shown as initials before "+2". */
const shownManagers = 3;

/** A vacancy at a glance: role, place, people, workflow and id; the panel has everything as text. */
export function VacancyFacts({ vacancy }: { vacancy: PanelVacancy }) {
  const { managers, workflow, roleFamily, location, externalVacancyId } = vacancy;
  const names = managers.map(fullName);
  return (
    <span className="row vacancy-facts">
      <span className="chip fact-more">{roleFamily.name}</span>{" "}
      {location && (
        <>
          <span className="chip fact-more">{location.address}</span>{" "}
        </>
      )}
      {names.length > 0 && (
        <>
          <span
            className="people-row rt-r-display-inline-flex rt-r-ai-center rt-r-gap-1"
            title={names.join(", ")}
          >
            {managers.slice(0, shownManagers).map(({ email }, index) => (
              <Initials key={email} id={email} name={names[index] ?? ""} />
            ))}
            {names.length > shownManagers && <span>+{names.length - shownManagers}</span>}
            <span className="visually-hidden">{names.join(", ")}</span>
          </span>{" "}
        </>
      )}
      <span className="chip fact-more">
        <Icon name="flow" />
        {workflow.name}
      </span>{" "}
      {externalVacancyId && <code className="chip fact-more">{externalVacancyId}</code>}
    </span>
  );
}

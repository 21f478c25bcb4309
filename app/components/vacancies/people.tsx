import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Dialog } from "~/components/ui/dialog";
import { vacancies } from "~/i18n/vacancies";
import { fullName } from "~/models/users/full-name";

export type Person = { firstName: string; lastName: string; email: string };

/** Number of names in a group before "+ N others" (VAC-49). */
const shownNames = 5;

/**
 * People of one kind under a heading: the first five, then "+ N others". The rest expands in place; with JS it opens in
 * a dialog instead (VAC-49).
 */
export function People({ heading, people }: { heading: string; people: readonly Person[] }) {
  const t = useTexts(vacancies);
  const [isOpen, setOpen] = useState(false);
  if (people.length === 0) return null;
  const rest = people.slice(shownNames);
  return (
    <div className="people">
      <h3>{heading}</h3>
      <ul>
        {people.slice(0, shownNames).map((person) => (
          <li key={person.email}>{fullName(person)}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            {t("others", { count: rest.length })}
          </summary>
          <ul>
            {rest.map((person) => (
              <li key={person.email}>{fullName(person)}</li>
            ))}
          </ul>
        </details>
      )}
      {isOpen && (
        <Dialog title={heading} onClose={() => setOpen(false)}>
          <ul className="people-list rt-Flex rt-r-fd-column rt-r-gap-2">
            {people.map((person) => (
              <li key={person.email}>
                {fullName(person)}
                <span className="muted">{person.email}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

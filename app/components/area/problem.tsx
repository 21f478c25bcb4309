import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";

/** Why something of the page could not be loaded, where it would stand; nothing when there is no problem. */
export function Problem({ of }: { of: Pick<Notice, "tone" | "title" | "description"> | null | undefined }) {
  return of ? (
    <Callout tone={of.tone} role="alert" title={of.title}>
      {of.description}
    </Callout>
  ) : null;
}

import { Callout, type CalloutTone } from "~/components/ui/callout";
import { EmptyState } from "~/components/ui/empty-state";
import { Button } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { Denied, ErrorState, LoadFailed, NotFound } from "~/components/ui/screens";
import { longText, Specimen } from "./specimen";

const tones: readonly CalloutTone[] = ["info", "success", "warning", "error", "neutral"];

/** Messages in a page and pages that hold one message. */
export function KitMessages() {
  return (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} name={`callout ${tone}`}>
          <Callout tone={tone} title="A title" link={{ to: "#kit", label: "A link" }}>
            A description of what happened and what to do next.
          </Callout>
        </Specimen>
      ))}
      <Specimen name="callout brief">
        <Callout>A description alone.</Callout>
      </Specimen>
      <Specimen name="callout long text">
        <Callout tone="warning" title={longText}>
          {longText}
        </Callout>
      </Specimen>
      <Specimen name="notices">
        <Notices
          notices={[
            { tone: "success", title: "The customer was created." },
            { tone: "error", title: "Unable to save", description: longText },
          ]}
        />
      </Specimen>
      <Specimen name="empty state">
        <EmptyState title="No customers yet" text="Create the first one." action={<Button>Create</Button>} />
      </Specimen>
      <Specimen name="screen error">
        <ErrorState reference="3f2504e0" />
      </Specimen>
      <Specimen name="screen load failed">
        <LoadFailed reference="3f2504e0" />
      </Specimen>
      <Specimen name="screen not found">
        <NotFound />
      </Specimen>
      <Specimen name="screen denied">
        <Denied supportHref="#kit" />
      </Specimen>
    </>
  );
}

import { Button } from "~/components/ui/button";
import { Callout, type CalloutTone } from "~/components/ui/callout";
import { EmptyState } from "~/components/ui/empty-state";
import { Notices } from "~/components/ui/notices";
import { AccessDenied, ErrorState, LoadFailed, NotFound } from "~/components/ui/screens";
import { longText, rightToLeftText, type Stories, type Story } from "./specimen";

const callout =
  (tone: CalloutTone): Story =>
  () => (
    <Callout tone={tone} title="A title" link={{ to: "#kit", label: "A link" }}>
      A description of what happened and what to do next.
    </Callout>
  );

/** Stories of messages in a page, and of pages with one message. */
export const messages: Stories = {
  "ui/callout": {
    info: callout("info"),
    success: callout("success"),
    warning: callout("warning"),
    error: callout("error"),
    neutral: callout("neutral"),
    brief: () => <Callout>A description alone.</Callout>,
    "long text": () => (
      <Callout tone="warning" title={longText}>
        {longText}
      </Callout>
    ),
    "right to left": () => (
      <div dir="rtl">
        <Callout title={rightToLeftText}>{rightToLeftText}</Callout>
      </div>
    ),
  },
  "ui/notices": {
    several: () => (
      <Notices
        notices={[
          { tone: "success", title: "The customer was created." },
          { tone: "error", title: "Unable to save", description: longText },
          { tone: "success", title: "Vacancy(s) archived", undo: { to: "#kit", token: "token" } },
        ]}
      />
    ),
  },
  "ui/empty-state": {
    "with what helps": () => (
      <EmptyState title="No customers yet" text="Create the first one." action={<Button>Create</Button>} />
    ),
    brief: () => <EmptyState icon="search" title="Nothing found" />,
  },
  "ui/screens": {
    error: () => <ErrorState reference="3f2504e0" />,
    "load failed": () => <LoadFailed reference="3f2504e0" />,
    "not found": () => <NotFound />,
    denied: () => <AccessDenied supportHref="#kit" />,
  },
};

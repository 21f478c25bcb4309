import { ProgressTabs, StageTabs } from "~/components/applications/pipeline";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { Card, DataList, Disclosure, FormSection, ScrollFrame, Section } from "~/components/ui/layout";
import { BackLink, PageHeader } from "~/components/ui/page-header";
import { Sheet } from "~/components/ui/sheet";
import { Time } from "~/components/ui/time";
import { longText, rightToLeftText, type Stories } from "./specimen";

const facts = [
  { label: "Name", value: "Acme Retail" },
  { label: "Created", value: <Time at="2026-03-02T09:30:00.000Z" /> },
  { label: "Description", value: longText },
  { label: "Nothing", value: "" },
];

const counts = { ALL: 106, NOT_STARTED: 12, IN_PROGRESS: 9, COMPLETED: 81, DROPPED_OUT: 4 };
const stages = [
  { _id: "chat", name: "Chat interview", counts },
  {
    _id: "video",
    name: "Video interview",
    counts: { ALL: 1, NOT_STARTED: 0, IN_PROGRESS: 1, COMPLETED: 0, DROPPED_OUT: 0 },
  },
  {
    _id: "empty",
    name: "Offer",
    counts: { ALL: 0, NOT_STARTED: 0, IN_PROGRESS: 0, COMPLETED: 0, DROPPED_OUT: 0 },
  },
  { _id: "unknown", name: longText, counts: null },
];

/** Stories of page layout components. */
export const layouts: Stories = {
  "ui/page-header": {
    whole: () => (
      <PageHeader
        title="Vacancies"
        count={1234}
        tags={<Badge tone="green">Open</Badge>}
        meta={["Acme Group", "Sydney"]}
        back={[
          { to: "#kit", label: "Customers" },
          { to: "#kit-two", label: "Acme Retail" },
        ]}
        actions={
          <>
            <Button>Edit</Button>
            <Button variant="solid" icon="plus">
              Create New
            </Button>
          </>
        }
      />
    ),
    "long text": () => <PageHeader title={longText} actions={<Button>Edit</Button>} />,
    "right to left": () => (
      <div dir="rtl">
        <PageHeader title={rightToLeftText} count={3} actions={<Button>Edit</Button>} />
      </div>
    ),
    "back link": () => <BackLink to="#kit" label="Customers" />,
  },
  "ui/layout": {
    card: () => (
      <Card title="A card" actions={<Button size="small">Edit</Button>}>
        <DataList items={facts} />
      </Card>
    ),
    "facts in two columns": () => (
      <Card>
        <DataList wide items={facts} />
      </Card>
    ),
    "scroll frame": () => (
      <ScrollFrame label="A wide table">
        <p className="nowrap">{longText}</p>
      </ScrollFrame>
    ),
    "card without title": () => <Card>Text in a card.</Card>,
    section: () => (
      <Section title="A section" description="What this part is about.">
        <p>{longText}</p>
      </Section>
    ),
    "form section": () => (
      <FormSection title="A part of a form" description="What its fields are about.">
        <p>Its fields.</p>
      </FormSection>
    ),
    disclosure: () => (
      <>
        <Disclosure summary="Closed" aside="3 entries">
          Hidden
        </Disclosure>
        <Disclosure summary="Open" open>
          What was hidden
        </Disclosure>
      </>
    ),
  },
  "ui/copy-field": {
    "read-only": () => <CopyField label="Entity ID" value="https://console.example/saml/acme-retail" />,
  },
  "ui/sheet": {
    closed: () => (
      <Sheet summary="Vacancy details">
        <DataList items={facts} />
      </Sheet>
    ),
  },
  "applications/pipeline": {
    stages: () => <StageTabs stages={stages} currentId="chat" hrefOf={({ _id }) => `#${_id}`} />,
    progress: () => <ProgressTabs current="COMPLETED" counts={counts} hrefOf={(name) => `#${name}`} />,
    "progress without counts": () => (
      <ProgressTabs current="ALL" counts={null} hrefOf={(name) => `#${name}`} />
    ),
  },
};

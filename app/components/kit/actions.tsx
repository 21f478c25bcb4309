import { Badge } from "~/components/ui/badge";
import { Button, ButtonLink } from "~/components/ui/button";
import { CopyButton } from "~/components/ui/copy-button";
import { iconNames } from "~/components/ui/icon-names";
import { Icon } from "~/components/ui/icons";
import { Initials } from "~/components/ui/initials";
import { Menu, MenuButton, MenuLink } from "~/components/ui/menu";
import { Spinner } from "~/components/ui/spinner";
import { StateText } from "~/components/ui/state-text";
import { SideTabs } from "~/components/ui/side-tabs";
import { Tabs } from "~/components/ui/tabs";
import { Time } from "~/components/ui/time";
import { longText, type Stories } from "./specimen";

const badgeTones = ["accent", "gray", "green", "red", "amber", "cyan", "purple"] as const;
const people = ["Mara Hill", "Jón Þór", "李小龍", "Zoë", "مريم حسن", "o'Brien-Smith Ann"];

function Buttons({ variant }: { variant: "solid" | "soft" | "outline" | "ghost" }) {
  return (
    <div className="row">
      <Button variant={variant}>Save</Button>
      <Button variant={variant} tone="danger">
        Delete
      </Button>
      <Button variant={variant} icon="refresh">
        With icon
      </Button>
      <Button variant={variant} icon="x" iconOnly>
        Close
      </Button>
      <Button variant={variant} busy>
        Busy
      </Button>
      <Button variant={variant} disabled>
        Disabled
      </Button>
      <ButtonLink variant={variant} to="#kit">
        Link
      </ButtonLink>
    </div>
  );
}

const tabs = [
  { to: "#one", label: "Active", current: true, count: 12 },
  { to: "#two", label: "Archived", count: 0 },
  { to: "#three", label: "Single Sign-On", state: { text: "On", tone: "green" as const } },
];

/** Stories of buttons, menus, tabs and other small elements. */
export const actions: Stories = {
  "ui/button": {
    solid: () => <Buttons variant="solid" />,
    soft: () => <Buttons variant="soft" />,
    outline: () => <Buttons variant="outline" />,
    ghost: () => <Buttons variant="ghost" />,
    sizes: () => (
      <div className="row">
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large">Large</Button>
      </div>
    ),
    "long text": () => <Button>{longText}</Button>,
  },
  "ui/copy-button": {
    "beside a value": () => (
      <span className="row">
        <code>VAC-S7VT7</code>
        <CopyButton text="VAC-S7VT7" label="Copy the id" />
      </span>
    ),
  },
  "ui/menu": {
    closed: () => (
      <Menu label="More" icon="list">
        <MenuLink to="#kit">A link</MenuLink>
        <MenuButton>A button</MenuButton>
        <MenuButton danger>Delete</MenuButton>
      </Menu>
    ),
  },
  "ui/tabs": {
    "with counts and states": () => <Tabs label="Views" tabs={tabs} />,
    "long text": () => <Tabs label="Long" tabs={[...tabs, { to: "#four", label: longText }]} />,
  },
  "ui/side-tabs": {
    plain: () => (
      <SideTabs label="Side" tabs={tabs}>
        <p>What the chosen one shows.</p>
      </SideTabs>
    ),
  },
  "ui/badge": {
    tones: () => (
      <div className="row">
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge icon="lock">With icon</Badge>
      </div>
    ),
  },
  "ui/state-text": {
    tones: () => (
      <div className="row">
        <StateText text="No tone" />
        {badgeTones.map((tone) => (
          <StateText key={tone} text={tone} tone={tone} />
        ))}
      </div>
    ),
  },
  "ui/initials": {
    "sizes and scripts": () => (
      <div className="row">
        {people.map((name) => (
          <Initials key={name} id={name} name={name} />
        ))}
        <Initials id="large" name="Large One" size="large" />
      </div>
    ),
  },
  "ui/time": {
    "a day, a moment, none": () => (
      <div className="row">
        <Time at="2026-03-02T09:30:00.000Z" />
        <Time at="2026-03-02T09:30:00.000Z" kind="dateTime" />
        <Time at={null} />
      </div>
    ),
  },
  "ui/spinner": {
    sizes: () => (
      <div className="row">
        <Spinner />
        <Spinner large />
      </div>
    ),
  },
  "ui/icons": {
    all: () => (
      <div className="row">
        {iconNames.map((name) => (
          <Icon key={name} name={name} label={name} large />
        ))}
      </div>
    ),
  },
};

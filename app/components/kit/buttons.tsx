import { Badge } from "~/components/ui/badge";
import { Button, ButtonLink } from "~/components/ui/button";
import { iconNames, Icon } from "~/components/ui/icons";
import { Menu, MenuButton, MenuLink } from "~/components/ui/menu";
import { Spinner } from "~/components/ui/spinner";
import { Tabs } from "~/components/ui/tabs";
import { longText, Specimen } from "./specimen";

const variants = ["solid", "soft", "outline", "ghost"] as const;
const tones = ["accent", "gray", "danger"] as const;
const badgeTones = ["accent", "gray", "green", "red", "amber", "cyan", "purple"] as const;

/** Buttons, menus, tabs, badges and icons in their states. */
export function KitButtons() {
  return (
    <>
      {variants.map((variant) => (
        <Specimen key={variant} name={`button ${variant}`}>
          <div className="row">
            {tones.map((tone) => (
              <Button key={tone} variant={variant} tone={tone}>
                Save {tone}
              </Button>
            ))}
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
        </Specimen>
      ))}
      <Specimen name="button sizes">
        <div className="row">
          <Button size="small">Small</Button>
          <Button size="medium">Medium</Button>
          <Button size="large">Large</Button>
        </div>
      </Specimen>
      <Specimen name="button long text">
        <Button>{longText}</Button>
      </Specimen>
      <Specimen name="menu">
        <Menu label="More" icon="list">
          <MenuLink to="#kit">A link</MenuLink>
          <MenuButton>A button</MenuButton>
          <MenuButton danger>Delete</MenuButton>
        </Menu>
      </Specimen>
      <Specimen name="tabs">
        <Tabs
          label="Views"
          tabs={[
            { to: "#one", label: "Active", current: true, count: 12 },
            { to: "#two", label: "Archived", count: 0 },
            { to: "#three", label: longText },
          ]}
        />
      </Specimen>
      <Specimen name="badges">
        <div className="row">
          {badgeTones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge icon="lock">With icon</Badge>
        </div>
      </Specimen>
      <Specimen name="spinner">
        <div className="row">
          <Spinner />
          <Spinner large />
        </div>
      </Specimen>
      <Specimen name="icons">
        <div className="row">
          {iconNames.map((name) => (
            <Icon key={name} name={name} label={name} large />
          ))}
        </div>
      </Specimen>
    </>
  );
}

import { defineTexts } from "./texts";

/** Steps that prepare a new customer for its first candidates. */
export const setup = defineTexts("setup", {
  en: {
    title: "Set up {{customer}}",
    progress: "{{done}} of {{count}}",
    hide: "Hide",
    done: "Done",
    steps: {
      branding: {
        title: "Branding",
        text: "Logo and colours that candidates see.",
        action: "Set up branding",
      },
      "email-domain": {
        title: "Email domain",
        text: "Messages come from an address of the customer's own.",
        action: "Set up email domain",
      },
      sso: {
        title: "Single Sign-On",
        text: "People sign in with their company accounts.",
        action: "Set up Single Sign-On",
      },
      workflow: {
        title: "First workflow",
        text: "The stages that the candidates of a vacancy go through. Every vacancy needs a workflow.",
        action: "Create workflow",
      },
      vacancy: {
        title: "First vacancy",
        text: "Candidates are invited to it.",
        action: "Create vacancy",
      },
    },
  },
  "en-US": {
    steps: {
      branding: { text: "Logo and colors that candidates see." },
      workflow: {
        text: "The stages that the candidates of a job go through. Every job needs a workflow.",
      },
      vacancy: { title: "First job", action: "Create job" },
    },
  },
});

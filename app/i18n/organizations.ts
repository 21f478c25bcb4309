import { defineTexts, movedTexts } from "./texts";

export const organizations = defineTexts("organizations", {
  en: {
    title: "Organisations",
    displayName: "Name",
    uniqueName: "Unique name",
    created: "Created",
    archived: "Archived",
    archiveTitle: "Archive",
    search: "Search organisations",
    current: "You are working in this organisation now, so it cannot be archived.",
    ...movedTexts("organisation"),
    loadFailed: "Failed to load organisations list. Please contact support.",
    form: {
      createTitle: "Create a new organisation",
      editTitle: "Rename organisation",
      about: "About the organisation",
      aboutText: "Customers belong to an organisation, and show its name before their own.",
      uniqueNameHint: "It cannot be changed later.",
      displayName: "Display name",
      created: "Organisation is created.",
      renamed: "Organisation is renamed.",
      createFailed: "Create organisation failed.",
      renameFailed: "Rename organisation failed.",
    },
    errors: {
      uniqueNameRequired: "Please enter unique organisation name",
      uniqueNameTooLong: "Please keep the unique name within {{limit}} characters",
      uniqueNameTaken: "Please enter a unique organisation name",
      displayNameRequired: "Please enter display organisation name",
      displayNameTooLong: "Please keep the display name within {{limit}} characters",
    },
  },
  "en-US": {
    title: "Organizations",
    search: "Search organizations",
    form: {
      createTitle: "Create a new organization",
      editTitle: "Rename organization",
      about: "About the organization",
      aboutText: "Customers belong to an organization, and show its name before their own.",
    },
  },
});

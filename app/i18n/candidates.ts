import { defineTexts } from "./texts";

/** Inviting, correcting and removing candidates (INV, CAND). */
export const candidates = defineTexts("candidates", {
  en: {
    candidate: "Candidate",
    invite: {
      action: "Invite Candidate",
      title: "Please input candidate details",
      stage: "Invite to stage {{stage}}",
      submit: "Invite",
      another: "Invite and add another",
      done: "Invite candidate success.",
      open: "Open the candidate",
      kept: {
        both: "A candidate with this email already existed: their name and phone number were not changed. Edit the candidate to correct them.",
        name: "A candidate with this email already existed: their name was not changed. Edit the candidate to correct it.",
        phone:
          "A candidate with this email already existed: their phone number was not changed. Edit the candidate to correct it.",
      },
      failed: "Failed to invite candidate. Please contact support.",
      archived: "This vacancy is archived, so no one can be invited to it. Restore it first.",
    },
    edit: {
      title: "Edit candidate",
      submit: "Update",
      done: "Candidate's information has been updated.",
      failed: "Candidate's information is not updated, please try again.",
      vacanciesFailed: "Failed to load vacancies. Please contact support.",
      notSaved: "The candidate was not changed, because a change shows in all of their applications.",
      question: "Update candidate",
      several:
        "This candidate has applied for {{titles}}. Updating candidate details here will also update the candidate in the above vacancies.",
      deidentified: "This candidate was de-identified and cannot be edited.",
      elsewhere:
        "This candidate has also applied in departments where you cannot edit candidates. Please ask a colleague who can.",
      locationHint: "Type a place and choose it from the list.",
      choosePlace: "Which place do you mean?",
    },
    remove: {
      title: "Delete candidate",
      text: "{{name}} will be deleted, together with all their applications, on every vacancy. This cannot be undone.",
      word: "DELETE",
      wrong: "Please type DELETE to confirm",
      submit: "Delete",
      done: "Candidate deleted successfully",
      failed: "Failed to delete candidate",
    },
    deidentify: {
      title: "De-identify candidate",
      text: "The name, email, phone number and location of {{name}} and their insights will be removed for good, on every vacancy. Their applications stay, without a name. This cannot be undone.",
      word: "DEIDENTIFY",
      wrong: "Please type DEIDENTIFY to confirm",
      submit: "De-identify",
      done: "Candidate purged successfully",
      failed: "Failed to purge candidate",
      already: "This candidate has already been de-identified.",
    },
    fields: {
      email: "Email",
      firstName: "First name",
      lastName: "Last name",
      phone: "Phone number",
      country: "Country code",
      location: "Location",
    },
    gone: "This candidate is no longer here.",
    elsewhere: "You need the right to do this in every department where the candidate has applied.",
    errors: {
      inviteEmail: "Please input candidate email!",
      inviteFirstName: "Please input candidate firstname!",
      inviteFirstNameTooLong: "Please keep the first name within {{limit}} characters",
      inviteLastNameTooLong: "Please keep the last name within {{limit}} characters",
      invited: "This candidate has already been invited to this vacancy",
      phone: "Please enter a valid phone number",
      firstName: "Please enter the first name",
      firstNameTooLong: "Please keep the first name within {{limit}} characters",
      lastNameTooLong: "Please keep the last name within {{limit}} characters",
      emailTooLong: "Please keep your email within {{limit}} characters",
      email: "Please enter a valid email",
      emailTaken: "Another candidate already has this email",
      choosePlace: "Please select a location from the list",
      noPlace: "No matching location",
    },
  },
  "en-US": {
    invite: { archived: "This job is archived, so no one can be invited to it. Restore it first." },
    remove: {
      text: "{{name}} will be deleted, together with all their applications, on every job. This cannot be undone.",
    },
    deidentify: {
      text: "The name, email, phone number and location of {{name}} and their insights will be removed for good, on every job. Their applications stay, without a name. This cannot be undone.",
    },
  },
});

import { defineTexts } from "./texts";

/** Bulk actions on all matching rows of a list (BULK). */
export const bulkJobs = defineTexts("bulk-jobs", {
  en: {
    title: "Bulk actions",
    intro: "Bulk actions that you ran on all rows of a list in the last 30 days.",
    leftOut: "Nothing was changed. The list cannot filter by these values: {{values}}. Clear them first.",
    nothingMatches: "No rows match any more. Nothing was changed.",
    tooManyRows: "More than 100,000 rows match. Narrow the list, then try again.",
    tooManyPlans:
      "You have 20 plans that you have not started. Start or cancel one of them under Bulk actions, or try again tomorrow: a plan is deleted 24 hours after it was made.",
    none: "Nothing yet",
    noneText: "Choose “Select all … that match” in a list to change all of its rows at once.",
    loadFailed: "Failed to load the bulk action. Please contact support.",
    listFailed: "Failed to load your bulk actions. Please contact support.",
    planFailed: "Failed to plan the bulk action. Please contact support.",
    startFailed: "Failed to start. Please contact support.",
    cancelFailed: "Failed to cancel. Please contact support.",
    cancelled: "The plan is cancelled. Nothing was changed.",
    cancelLate: "The plan was not cancelled: it has already been started.",
    stopFailed: "Failed to stop. Please contact support.",
    undoFailed: "Failed to plan the undo. Please contact support.",
    action: {
      APPLICATION_STATUS: "Set status to {{status}}",
      APPLICATION_MOVE: "Move to {{stage}}",
      APPLICATION_RESEND: "Resend assessment links",
      VACANCY_ARCHIVE: "Archive vacancies",
      VACANCY_RESTORE: "Restore vacancies",
    },
    undoable: "Your bulk action “{{what}}” changed {{number}}. You can undo it until",
    open: "Open it",
    undoTitle: "Undo: {{what}}",
    undoStatusTitle: "Undo: restore the statuses",
    of: "Candidates of {{title}}",
    backToList: "Back to the list",
    state: {
      PREPARING: "Being planned",
      PLANNED: "Not started",
      RUNNING: "Running",
      STOPPED: "Stopped",
      DONE: "Done",
    },
    plan: {
      title: "What will be done",
      change: "{{number}} of {{total}} will be changed.",
      nothing: "None of the {{total}} can be changed.",
      picked: "The rows were picked on",
      frozen:
        "Rows that match later are left alone; rows that someone changes before their turn are skipped.",
      noUndo: "This cannot be undone.",
      undo: "This can be undone for 24 hours after it ends.",
      start: "Start: change {{number}}",
      cancel: "Cancel",
    },
    effect: {
      APPLICATION_STATUS: "Their status becomes {{status}}.",
      APPLICATION_MOVE: "They move to the stage {{stage}}.",
      APPLICATION_RESEND: "They are sent the link to their open assessment again.",
      VACANCY_ARCHIVE: "The vacancies are archived.",
      VACANCY_RESTORE: "The vacancies are restored.",
      undoStatus: "They return to their previous status.",
    },
    invited: {
      APPLICATION_MOVE: {
        BOTH: "They are invited to it by email and SMS.",
        EMAIL: "They are invited to it by email.",
        SMS: "They are invited to it by SMS; the email is turned off in the notification settings.",
        EMAIL_NO_CREDITS:
          "They are invited to it by email. No SMS is sent: there are too few SMS credits left.",
        NO_CREDITS:
          "They are not invited to it: the email is turned off in the notification settings, and there are too few SMS credits left.",
        NONE: "They are not invited to it: this message is turned off in the notification settings.",
      },
      APPLICATION_RESEND: {
        BOTH: "It is sent by email and SMS.",
        EMAIL: "It is sent by email.",
        SMS: "It is sent by SMS; the email is turned off in the notification settings.",
        EMAIL_NO_CREDITS: "It is sent by email. No SMS is sent: there are too few SMS credits left.",
        NO_CREDITS:
          "It cannot be sent: the email is turned off in the notification settings, and there are too few SMS credits left.",
        NONE: "It cannot be sent: this message is turned off in the notification settings.",
      },
    },
    run: {
      title: "Running",
      progress: "{{done}} of {{total}} rows are done.",
      preparing: "{{total}} rows have been looked at so far. Nothing is changed until you start it.",
      goesOn: "It continues if you leave this page.",
      stop: "Stop",
    },
    stopped: {
      ASKED: "Stopped",
      NOT_ALLOWED: "Stopped: you were no longer allowed to do this",
      FAILED: "Stopped: something unexpected happened",
      text: "{{done}} of {{total}} rows are done; the rest are unchanged.",
      continue: "Continue with {{number}}",
    },
    done: {
      changed: "{{number}} changed",
      sent: "{{number}} sent",
      skipped: "{{number}} skipped",
      undone: "{{number}} undone since",
    },
    undo: {
      title: "Undo",
      until: "You can undo this, except for rows that someone has changed since, until",
      nothing: "Nothing to undo",
      all: "Undo all ({{number}})",
      ticked: "Undo selected",
    },
    told: {
      plan: {
        sent_one:
          "{{number}} candidate has already been notified of the decline, which cannot be taken back.",
        sent_other:
          "{{number}} candidates have already been notified of the decline, which cannot be taken back.",
        stopped_one:
          "{{number}} candidate has not been notified of the decline yet, and will not be if this is done first.",
        stopped_other:
          "{{number}} candidates have not been notified of the decline yet, and will not be if this is done first.",
      },
      done: {
        sent_one:
          "{{number}} candidate had already been notified of the decline, which cannot be taken back.",
        sent_other:
          "{{number}} candidates had already been notified of the decline, which cannot be taken back.",
        stopped_one: "{{number}} candidate had not been notified of the decline, and will not be.",
        stopped_other: "{{number}} candidates had not been notified of the decline, and will not be.",
      },
    },
    undoOf: "The bulk action that this undoes",
    report: "Download report",
    rows: "Rows",
    row: "Row",
    name: "Name",
    before: "Before",
    outcome: "Result",
    reason: "Why",
    changedAt: "Changed",
    undoneAt: "Undone",
    toldAt: "Notified of the decline",
    all: "All",
    gone: "No longer there, or not visible to you",
    created: "Planned",
    what: "What",
    list: "List",
    lists: {
      APPLICATION_STATUS: "Candidates",
      APPLICATION_MOVE: "Candidates",
      APPLICATION_RESEND: "Candidates",
      VACANCY_ARCHIVE: "Vacancies",
      VACANCY_RESTORE: "Archived vacancies",
    },
    filters: {
      department_one: "{{count}} department",
      department_other: "{{count}} departments",
      with: "with applicants",
      without: "without applicants",
    },
    skippedFor: "{{reason}}: {{number}}",
    total: "Rows",
    progress: "State",
    outcomes: {
      WAITING: "To do",
      DONE: "Done",
      SKIPPED: "Skipped",
    },
    reasons: {
      CHANGED: "Changed in the meantime",
      SO_ALREADY: "Already done",
      NOT_A_LATER_STAGE: "Not at an earlier stage",
      NO_SUCH_STAGE: "The vacancy no longer has the stage",
      ASSESSMENT_CLOSED: "No open assessment",
      DEIDENTIFIED: "De-identified",
      MESSAGE_OFF: "Turned off, no phone number, or too few SMS credits",
      NOT_ALLOWED: "No permission",
      NOT_FOUND: "No longer there",
      FAILED: "Failed unexpectedly",
    },
  },
  "en-US": {
    cancelled: "The plan is canceled. Nothing was changed.",
    cancelLate: "The plan was not canceled: it has already been started.",
    reasons: { NO_SUCH_STAGE: "The job no longer has the stage" },
    lists: {
      VACANCY_ARCHIVE: "Jobs",
      VACANCY_RESTORE: "Archived jobs",
    },
    action: {
      VACANCY_ARCHIVE: "Archive jobs",
      VACANCY_RESTORE: "Restore jobs",
    },
    effect: {
      VACANCY_ARCHIVE: "The jobs are archived.",
      VACANCY_RESTORE: "The jobs are restored.",
    },
  },
});

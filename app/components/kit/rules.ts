/** When a component is the right one, and what to take where it is not. */
type Rule = { when: string; not: string };

/** The rules of every screen, before those of its components. */
export const principles: readonly string[] = [
  "Work first: nothing decorative stands above the first row of data or the first field.",
  "One solid button a screen. Everything else is outlined, ghost or a link.",
  "A colour never says a thing alone: a word stands with it. Colour says state, weight says rank, space says kinship.",
  "The edge, 3 px of the accent, marks where one is or what one chose, and nothing else.",
  "Each state is right as plain HTML; scripts make it quicker. Whatever hovering shows, focus shows too, and touch always.",
  "No card inside a card: inner groups are parted by a line of the rows.",
  "Sizes are tokens: 8 between controls, 16 between fields and cards, 32 between sections; text is never under 12 px.",
];

/** The rules of components, by the component's file below app/components. */
export const rules: Readonly<Record<string, Rule>> = {
  "applications/pipeline": {
    when: "The stages of one vacancy, and the progress in one of them, as places to go to with their counts.",
    not: "For other views of a page: ui/tabs. Without counts that are known: names alone, never a zero.",
  },
  "form/address-select": {
    when: "One of many places of the same kind, such as languages, where a list of links would be a second navigation.",
    not: "For up to eight places that one compares or goes through in turn: ui/tabs. For a value that is saved: form/choice-fields.",
  },
  "form/choice-fields": {
    when: "One of up to five: radios. One of more: a select. On or off at once: a switch. To agree or to add: a checkbox.",
    not: "For several of a list: form/multi-select-field. A switch is not for what only takes effect with other fields.",
  },
  "form/conflict-panel": {
    when: "Comes by itself with form/console-form when somebody else has saved meanwhile.",
    not: "For a save that failed for another reason: a notice beside the button.",
  },
  "form/console-form": {
    when: "Every form that creates or edits something: summary, outcome, version, unsaved changes and the question come with it. Its fields stand in form sections.",
    not: "For a filter, a button that posts, or signing in: form/post-form.",
  },
  "form/draft-form": {
    when: "Forms whose buttons change what is on the page before it is saved, such as rules and statements: each button sends the form and gets it back changed, so it works without scripts.",
    not: "For a form of fields alone, or whose rows only come and go: form/console-form with form/row-list.",
  },
  "form/enter-saves": {
    when: "First in a form that has other buttons than the save: Enter in a text field presses the save.",
    not: "In form/console-form, which brings it.",
  },
  "form/error-summary": {
    when: "Comes with form/console-form: as wide as the form, one sentence, a link to each field.",
    not: "For an error that is not of a field: ui/callout beside what failed.",
  },
  "form/field": {
    when: "Around a control of your own: label above, hint between, error below.",
    not: "Where text-fields or choice-fields have the control. A placeholder is no label.",
  },
  "form/multi-select-field": {
    when: "Several of a list that fits in one's head; with a search from nine on.",
    not: "For hundreds: a table with boxes. For one alone: a select.",
  },
  "form/post-form": {
    when: "A button that posts, alone or with hidden fields. What acts stands last and at the end in a dialog, first and at the start on a page.",
    not: "For anything that people type into: form/console-form keeps it when the save fails.",
  },
  "form/question-dialog": {
    when: "Before what cannot be taken back, or what changes many things at once; with a word to type before what is lost for good.",
    not: "Before what can be undone: do it, and offer Undo.",
  },
  "form/row-list": {
    when: "The same few fields several times, such as people: a line each, added at the end.",
    not: "For more than three fields a row, or rows that one looks for: a list and a page of its own.",
  },
  "form/text-fields": {
    when: "What is typed. The width tells how much: numbers 128, phone numbers 240, names 320 (medium), email addresses and URLs 480, free text all of the card.",
    not: "For one of few known values: form/choice-fields.",
  },
  "form/unsaved": {
    when: "Comes with form/console-form: what saves stays at the foot of the window once something differs.",
    not: "For a form of one button.",
  },
  "form/unsaved-changes": {
    when: "Comes with form/console-form: asks before what was typed is left behind.",
    not: "For filters and searches, which are in the address.",
  },
  "table/all-match": {
    when: "A list whose action takes all rows that match, beyond those of the page.",
    not: "Where the API takes ids alone.",
  },
  "table/column-chooser": {
    when: "Comes with a list that names its columns.",
    not: "For tables inside a card.",
  },
  "table/data-table": {
    when: "Rows of the same kind that one compares. Names are links, one line a row, two with what stands under the name.",
    not: "For one record's facts: a data list of ui/layout. For fewer than three short facts a row: a list.",
  },
  "table/export-link": { when: "Comes with a list that has columns.", not: "For one record." },
  "table/filter-bar": {
    when: "What narrows a list: search first, then a button a filter, in the bar of the table's card.",
    not: "For what changes the page's subject: ui/tabs or form/address-select.",
  },
  "table/filter-chips": {
    when: "Filters that have no button in the bar.",
    not: "For those that have: their button says it.",
  },
  "table/filter-fields": { when: "Comes with table/filter-bar.", not: "In forms that save: form/*." },
  "table/filter-menu": { when: "Comes with table/filter-bar.", not: "For actions: ui/menu." },
  "table/list-screen": {
    when: "Every list that the menu leads to: head with count and buttons, answer of the last action, table.",
    not: "For a list inside a bigger page: table/data-table.",
  },
  "table/more-actions": {
    when: "A list's quieter actions (archive, views, export): a row of buttons, one menu on a phone.",
    not: "For the main action of a page, which stays in sight; for actions of one row: ui/menu.",
  },
  "table/pagination": {
    when: "Comes with table/data-table.",
    not: "For fewer rows than a page: none is shown.",
  },
  "table/place-in-list": {
    when: "The page of a record that was opened from a list: its number and its neighbours.",
    not: "For pages that no list leads to.",
  },
  "table/range-presets": { when: "Comes with the days of a filter.", not: "For days that are saved." },
  "table/search-card": {
    when: "A log that shows nothing until something was searched for: filters, an introduction, then the table.",
    not: "For a list that has rows at once: table/list-screen.",
  },
  "table/bulk-button": {
    when: "An action on the ticked rows of a list.",
    not: "For one that needs no rows: a button of the page's head.",
  },
  "table/selection": {
    when: "Something can be done to several rows at once. The bar changes in place, nothing shifts.",
    not: "For what is done to one row: a menu of the row.",
  },
  "table/sort-menu": {
    when: "Comes with a table on a phone, where it has no head.",
    not: "Beside a head that sorts.",
  },
  "table/table-head": { when: "Comes with table/data-table.", not: "By itself." },
  "table/table-row": { when: "Comes with table/data-table.", not: "By itself." },
  "table/use-columns": { when: "Comes with a list that names its columns.", not: "By itself." },
  "table/view-links": { when: "Comes with a list that keeps views.", not: "By itself." },
  "table/views-menu": {
    when: "Filters, order and columns that people come back to, under a name.",
    not: "For fixed parts of a list: ui/tabs.",
  },
  "ui/badge": {
    when: "The state of a thing in one or two words, of a row at most one with a ground.",
    not: "For a count or a fact: text. For a state beside a label: ui/state-text.",
  },
  "ui/button": {
    when: "Solid: what the page is for, once. Outline: other actions. Ghost: in rows and bars. Danger: in the dialog that confirms.",
    not: "To go somewhere that is no action: a link. Two icons, or an icon on Save and Cancel.",
  },
  "ui/callout": {
    when: "What one must know to go on, at the place that it is about.",
    not: "For what just happened: ui/notices. For a hint to a field: the field's hint.",
  },
  "ui/copy-button": { when: "Ids and codes that are pasted elsewhere.", not: "For text that is read." },
  "ui/copy-field": {
    when: "A value that must be copied whole, such as a DNS record.",
    not: "For an id in a line: ui/copy-button.",
  },
  "ui/dialog": {
    when: "A short task over the page that one goes back to: at most five fields, 480 px. What acts stands last, at the end.",
    not: "For more fields, or what is linked to: a page. Never a dialog over a dialog.",
  },
  "ui/empty-state": {
    when: "In place of rows: what is missing, one sentence, and the action that helps.",
    not: "While it is loading, or when loading failed.",
  },
  "ui/icons": {
    when: "Beside a word that it makes quicker to find; 12, 16 or 20 px.",
    not: "In place of a word, unless the control has a name and everybody knows it.",
  },
  "ui/initials": { when: "People, beside their names.", not: "For customers and things." },
  "ui/layout": {
    when: "Card: things that belong together. Form section: a heading in 280 px beside a card of 560 px, in every form. Data list: one record's facts. Disclosure: what few need.",
    not: "Section (parted by a line) around fields: they stand on cards. Nothing that most people need in a disclosure.",
  },
  "ui/menu": {
    when: "More than two actions of a row, or actions that few need; danger last.",
    not: "For one action: a button. As the only way without scripts: the record's own page has them.",
  },
  "ui/notices": {
    when: "What just happened to the page, said once; with Undo where there is one.",
    not: "For errors of fields, or what is always so. An error never floats.",
  },
  "ui/page-header": {
    when: "Every page, once: the record's own name as title and its kind above it; actions at the right, the solid one last.",
    not: "Inside a dialog or a card.",
  },
  "ui/screens": {
    when: "In place of a page that cannot be shown: why, and at least one way on.",
    not: "For a part that failed: ui/callout in that part, with Retry.",
  },
  "ui/sheet": { when: "Facts beside a list that stays usable.", not: "For a task: ui/dialog or a page." },
  "ui/side-tabs": {
    when: "Four or more parts of one thing at its left; on a phone they fold into the open one's name.",
    not: "For two or three: ui/tabs. Beside a second list of links: form/address-select for one of them.",
  },
  "ui/spinner": {
    when: "Beside a word, for what takes over 400 ms.",
    not: "Over text. For rows that come: bars of their height.",
  },
  "ui/state-text": {
    when: "How something stands, beside its name: a dot and a word.",
    not: "In table cells that are read for their state: ui/badge.",
  },
  "ui/tabs": {
    when: "Parts of one thing, each with an address.",
    not: "Inside other tabs. From four on: ui/side-tabs. For a choice of many of one kind: form/address-select.",
  },
  "ui/time": {
    when: "Every moment, in the person's zone, the exact one in its title.",
    not: "Two formats in one table.",
  },
};

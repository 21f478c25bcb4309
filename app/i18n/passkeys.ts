import { defineTexts } from "./texts";

export const passkeys = defineTexts("passkeys", {
  en: {
    title: "Passkeys",
    text: "A passkey is kept by your device, your phone or a security key. Use it in place of a code when you log in.",
    loadFailed: "Failed to load your passkeys. Please contact support.",
    none: "You have no passkey.",
    unavailable: "Your account cannot have a passkey.",
    made: "Added",
    used: "Last used",
    never: "Never",
    addTitle: "Add a passkey",
    addText:
      "From then on you are asked for it when you log in. Instead of it, you can enter a code from an email or from your authenticator app.",
    scripts: "Adding a passkey needs a browser with scripts turned on.",
    name: "Name",
    nameHint: "Such as “Work laptop”, so that you tell it from others.",
    password: "Password",
    passwordHint: "The one that you log in with.",
    add: "Add a passkey",
    added: "The passkey has been added.",
    addFailed: "The passkey was not added. Please try again.",
    addedBefore:
      "This device has a passkey of your account already. Use another device, or remove that one first.",
    most: "You have five passkeys, which is the most. Remove one to add another.",
    renameTitle: "Rename “{{name}}”",
    rename: "Rename",
    renamed: "The passkey has been renamed.",
    renameFailed: "Failed to rename the passkey. Please contact support.",
    removeTitle: "Remove “{{name}}”",
    remove: "Remove",
    removed: "The passkey has been removed.",
    removeFailed: "Failed to remove the passkey. Please contact support.",
    errors: {
      name: "Please enter a name",
      nameTooLong: "Please keep the name within 100 characters",
      password: "Please enter your password",
      passwordWrong: "Please check your password.",
      locked: "Too many wrong passwords were entered. Please try again in 5 minutes.",
    },
  },
});

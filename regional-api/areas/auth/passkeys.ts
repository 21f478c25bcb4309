/** WebAuthn (MFA-09): options for the browser, and verification of its responses. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod/v4";
import type { Config } from "../../config";
import type { Row } from "../../store/tables";
import type { Passkey } from "./passkeys.store";

/**
 * Relying party id and origin: passkeys are valid for the console's host only. Browsers allow no passkeys for IP
 * addresses, so 127.0.0.1 becomes localhost.
 */
function relyingPartyOf({ consoleOrigin }: Pick<Config, "consoleOrigin">) {
  const url = new URL(consoleOrigin);
  if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return { rpID: url.hostname, origin: url.origin };
}

const transports = z.array(z.string());
const transportsOf = (passkey: Passkey) =>
  transports.parse(JSON.parse(passkey.transports)) as AuthenticatorTransportFuture[];

const passkeyDescriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) }));

/** Options with which the browser creates a passkey. */
export const registrationOptions = (
  config: Config,
  user: Row<"users">,
  passkeys: readonly Passkey[],
  rpName: string,
) =>
  generateRegistrationOptions({
    rpName,
    rpID: relyingPartyOf(config).rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    attestationType: "none",
    excludeCredentials: passkeyDescriptors(passkeys),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });

/** Options with which the browser proves a passkey. */
export const authenticationOptions = (config: Config, passkeys: readonly Passkey[]) =>
  generateAuthenticationOptions({
    rpID: relyingPartyOf(config).rpID,
    allowCredentials: passkeyDescriptors(passkeys),
    userVerification: "preferred",
  });

const json = z
  .string()
  .max(10_000)
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      addIssue({ code: "custom", message: "Invalid JSON" });
      return z.NEVER;
    }
  });

const base64url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]*$/);
const common = { id: base64url, rawId: base64url, type: z.literal("public-key") };
const extensions = { clientExtensionResults: z.object({}).default({}) };

const registration = json.pipe(
  z.object({
    ...common,
    ...extensions,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
);

const authentication = json.pipe(
  z.object({
    ...common,
    ...extensions,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
);

/** Returns the result, or undefined if the library throws because verification failed. */
async function undefinedOnFailure<T>(verified: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verified();
  } catch {
    return undefined;
  }
}

/** Returns the passkey the browser created, if its response matches this challenge and this console. */
export async function newPasskey(config: Config, challenge: string, text: string) {
  const response = registration.safeParse(text).data;
  if (!response) return undefined;
  const { rpID, origin } = relyingPartyOf(config);
  const verified = await undefinedOnFailure(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const transports = JSON.stringify(response.response.transports ?? []);
  return { id, publicKey: Buffer.from(publicKey), counter, transports };
}

/**
 * Returns the passkey that the response proves, with its new signature counter, which rises with each
 * response.
 */
export async function provenPasskey(
  config: Config,
  challenge: string,
  text: string,
  passkeys: readonly Passkey[],
): Promise<{ id: string; counter: number } | undefined> {
  const response = authentication.safeParse(text).data;
  const passkey = passkeys.find(({ id }) => id === response?.id);
  if (!response || !passkey) return undefined;
  const { rpID, origin } = relyingPartyOf(config);
  const verified = await undefinedOnFailure(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: transportsOf(passkey),
      },
      requireUserVerification: false,
    }),
  );
  return verified?.verified ? { id: passkey.id, counter: verified.authenticationInfo.newCounter } : undefined;
}

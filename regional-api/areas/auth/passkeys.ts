/** WebAuthn (MFA-09): what a browser is asked, and whether its answer is right. */
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
 * The console as browsers know it: passkeys are for its host alone. No passkey is for an address, so one of this machine
 * itself goes by its name.
 */
function partyOf({ consoleOrigin }: Pick<Config, "consoleOrigin">) {
  const url = new URL(consoleOrigin);
  if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return { rpID: url.hostname, origin: url.origin };
}

const transports = z.array(z.string());
const transportsOf = (passkey: Passkey) =>
  transports.parse(JSON.parse(passkey.transports)) as AuthenticatorTransportFuture[];

const listed = (passkeys: readonly Passkey[]) =>
  passkeys.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) }));

/** What the browser is asked to make a passkey by. */
export const registrationOptions = (
  config: Config,
  user: Row<"users">,
  passkeys: readonly Passkey[],
  rpName: string,
) =>
  generateRegistrationOptions({
    rpName,
    rpID: partyOf(config).rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    attestationType: "none",
    excludeCredentials: listed(passkeys),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });

/** What the browser is asked to prove a passkey by. */
export const authenticationOptions = (config: Config, passkeys: readonly Passkey[]) =>
  generateAuthenticationOptions({
    rpID: partyOf(config).rpID,
    allowCredentials: listed(passkeys),
    userVerification: "preferred",
  });

const json = z
  .string()
  .max(10_000)
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      addIssue({ code: "custom", message: "It is not JSON" });
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

/** Undefined where the library finds a fault, which it throws. */
async function orNothing<T>(verified: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verified();
  } catch {
    return undefined;
  }
}

/** The passkey that a browser made, if its answer is to this challenge, of this console. */
export async function newPasskey(config: Config, challenge: string, text: string) {
  const response = registration.safeParse(text).data;
  if (!response) return undefined;
  const { rpID, origin } = partyOf(config);
  const verified = await orNothing(() =>
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

/** The passkey that an answer to this challenge proves, with its counter; each answer counts further than the one before. */
export async function provenPasskey(
  config: Config,
  challenge: string,
  text: string,
  passkeys: readonly Passkey[],
): Promise<{ id: string; counter: number } | undefined> {
  const response = authentication.safeParse(text).data;
  const passkey = passkeys.find(({ id }) => id === response?.id);
  if (!response || !passkey) return undefined;
  const { rpID, origin } = partyOf(config);
  const verified = await orNothing(() =>
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

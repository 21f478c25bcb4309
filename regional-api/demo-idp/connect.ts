import { unreachableIdentityProvider } from "../seed/settings";
import type { Regions } from "../store/engine";
import { replaceIdentityProvider } from "../areas/sso/sso-configs.store";
import { demoKey } from "./key";

/** Path of the demo identity provider's page, which is its login URL too. */
export const demoIdpPath = "/demo-idp";

/**
 * Puts the demo identity provider where customers trust it: in Initech's seeded settings from the first start on, and
 * in those that were given its certificate since, should it listen elsewhere now. Call it once `origin` is known.
 */
export async function connectDemoIdp(
  databases: Regions,
  dataDir: string,
  origin: string,
  now: number,
): Promise<void> {
  const { certificate } = await demoKey(dataDir, now);
  const provider = { loginUrl: `${origin}${demoIdpPath}`, publicCertificates: certificate };
  for (const region of databases.all())
    await region.write(async (db) => {
      await replaceIdentityProvider(db, unreachableIdentityProvider.certificate, provider);
      await replaceIdentityProvider(db, certificate, provider);
    });
}

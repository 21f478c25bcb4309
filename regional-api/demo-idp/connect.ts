import { unreachableIdentityProvider } from "../seed/settings";
import type { Regions } from "../store/engine";
import { replaceIdentityProvider } from "../areas/sso/sso-configs.store";
import { demoKey } from "./key";

/** Path of the demo identity provider's page, which is also its login URL. */
export const demoIdpPath = "/demo-idp";

/**
 * Writes the demo identity provider into the settings of customers that trust it: at the first start into
 * Initech's seeded settings, later into all settings with its certificate, in case its address changed. Call
 * once `origin` is known.
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

import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { type Place, placesOf, placeText } from "~/components/palette/places";
import { chosenBy, matching, sortCustomers } from "~/components/shell/customers";
import { titled } from "~/components/shell/page-title";
import { Button, ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { Card } from "~/components/ui/layout";
import { PageHeader } from "~/components/ui/page-header";
import { common } from "~/i18n/common";
import { palette } from "~/i18n/palette";
import { isAwsRegion, regions } from "~/regions";
import { readRecent } from "~/services/choices.server";
import { env } from "~/services/env.server";
import { consoleLoader } from "~/services/guard.server";
import type { CustomerSummary } from "~/services/identity.server";
import { basePath } from "~/services/landing.server";

export const handle = titled(palette, "title");

const customerLimit = 30;
const longest = 100;

/** Every place that fits what was typed, `?q=`: the palette asks here, too. */
export const loader = consoleLoader({ flag: null }, (args) => {
  const { request, url, base, user } = args;
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, longest);
  const external = { talentHub: env.TALENT_HUB_URL, questionBank: env.QUESTION_BANK_URL };
  const places = matching(placesOf({ ...args, external, ssoDomain: env.SSO_DOMAIN }), q, placeText);
  const every = sortCustomers(
    user.customers.map((one) => ({ ...placeOf(one), name: one.customerDisplayName })),
  );
  const recent = chosenBy(
    every,
    readRecent(request, user._id).map((id) => `customer:${id}`),
  );
  const customers = matching([...recent, ...every.filter((one) => !recent.includes(one))], q, placeText);
  return {
    q,
    base,
    person: user._id,
    places: [...places, ...customers.slice(0, customerLimit)] satisfies Place[] as Place[],
    hasMore: customers.length > customerLimit,
  };
});

function placeOf(customer: CustomerSummary): Place {
  const { customerId, customerDisplayName, organizationDisplayName, awsRegion } = customer;
  const city = isAwsRegion(awsRegion) ? regions[awsRegion].city : awsRegion;
  return {
    id: `customer:${customerId}`,
    group: "customers",
    label: customerDisplayName,
    detail: `${organizationDisplayName} · ${city}`,
    icon: "building",
    href: basePath(customer),
  };
}

/** Where one can go: the palette as a page, which needs no scripts. */
export default function Go() {
  const { q, base, places, hasMore } = useLoaderData<typeof loader>();
  const t = useTexts(palette);
  const c = useTexts(common);
  return (
    <div className="go-page">
      <PageHeader title={t("title")} count={q && !hasMore ? places.length : undefined} />
      <form action={`${base}/go`} className="go-form">
        <input
          // Another page's text must not stay in a field that scripts keep.
          key={q}
          className="input"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={longest}
          aria-label={t("field")}
          placeholder={t("field")}
        />{" "}
        <Button type="submit">{c("actions.search")}</Button>
      </form>
      {places.length === 0 && (
        <EmptyState icon="search" title={t("none", { typed: q })} text={t("noneText")} />
      )}
      {(["screens", "create", "customers"] as const).map((group) => {
        const shown = places.filter((place) => place.group === group);
        if (shown.length === 0) return null;
        return (
          <Card key={group} title={t(`groups.${group}`)}>
            <ul className="go-list">
              {shown.map((place) => (
                <li key={place.id}>
                  <a
                    className="menu-item"
                    href={place.href}
                    {...(place.isExternal && { target: "_blank", rel: "noopener" })}
                  >
                    <Icon name={place.icon} />
                    <span>
                      <bdi>{place.label}</bdi>{" "}
                      {place.detail && <span className="small muted">{place.detail}</span>}
                    </span>
                    {place.isExternal && <Icon name="external" label={c("shell.opensInNewTab")} />}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        );
      })}
      {hasMore && (
        <p className="muted">
          {t("more")}{" "}
          <ButtonLink size="small" to={`${base}/switch-customer${q ? `?${new URLSearchParams({ q })}` : ""}`}>
            {c("shell.allCustomers")}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

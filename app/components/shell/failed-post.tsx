import { useTexts } from "~/components/context/console-context";
import { HiddenFields } from "~/components/form/post-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { DataList, Disclosure } from "~/components/ui/layout";
import { ScreenState } from "~/components/ui/screens";
import { shellTexts } from "~/i18n/shell";
import type { FailedPost } from "~/services/failed-post.server";
import type { ScreenError } from "~/services/screens.server";

/**
 * Shows a failed post with its values (SHELL-54). It can be resent, which its idempotency key makes safe, or
 * restored into its form.
 */
export function FailedPostScreen({
  error: { region, requestId },
  post,
  href,
}: {
  error: Extract<ScreenError, { screen: "failed" }>;
  post: FailedPost;
  href: string;
}) {
  const t = useTexts(shellTexts);
  return (
    <ScreenState
      icon="warning"
      title={t("postFailed.title")}
      text={t(post.isIncomplete ? "postFailed.incomplete" : "postFailed.text")}
      reference={requestId}
      below={<TypedValueList post={post} />}
    >
      {region && <p>{t("screens.regionDown", { region })}</p>}
      <ResendOptions post={post} href={href} />
    </ScreenState>
  );
}

/** Values posted by a person who had since lost access. */
export function RefusedPost({ post, href }: { post: FailedPost | undefined; href: string }) {
  const t = useTexts(shellTexts);
  if (!post) return null;
  return (
    <>
      <p>{t(post.isIncomplete ? "postFailed.refusedIncomplete" : "postFailed.refused")}</p>
      <div className="row">
        <ResendOptions post={post} href={href} />
      </div>
      <TypedValueList post={post} />
    </>
  );
}

type ResendOptionsProps = { post: FailedPost; href: string };

/** Next steps after a post that was not processed. */
function ResendOptions({ post: { csrf, fields, isIncomplete, draft }, href }: ResendOptionsProps) {
  const t = useTexts(shellTexts);
  return (
    <>
      {!isIncomplete && (
        <form method="post" action={href}>
          <HiddenFields values={{ csrf }} />
          {fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="solid" icon="refresh">
            {t("postFailed.again")}
          </Button>
        </form>
      )}
      {draft === null ? (
        <ButtonLink to={href} data-reload="">
          {t("screens.openAgain")}
        </ButtonLink>
      ) : (
        <form method="post" action={href}>
          <HiddenFields values={{ csrf, draft }} />
          <Button type="submit" name="intent" value="bring-back">
            {t("postFailed.back")}
          </Button>
        </form>
      )}
    </>
  );
}

/** Values entered in a post that was not processed. */
function TypedValueList({ post: { typed } }: Pick<ResendOptionsProps, "post">) {
  const t = useTexts(shellTexts);
  if (typed.length === 0) return null;
  return (
    <Disclosure summary={t("postFailed.typed")} open>
      <DataList items={typed} />
    </Disclosure>
  );
}

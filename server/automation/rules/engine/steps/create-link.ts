import type { ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES } from '../../../../../shared/ids';
import { CreateLink } from '../../../../../shared/links/inputs';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import { ApiError } from '../../../../errors';
import { findEqual, insertWithin, type LinkOrigin, prepareLinks, shortUrlOf } from '../../../../links';
import { parsed } from '../parsed';
import { runCause } from '../types';
import type { StepKind } from './step';

export const createLinkStep: StepKind<ActionOf<'create_link'>> = {
  tree: ({ link }) => link,

  async prepare({ automation: ctx, rule, run }, _action, input) {
    const { reuse = false, ...link } = parsed(CreateLink, input);
    const [draft] = await prepareLinks(ctx, [link]);
    if (!draft || draft instanceof ApiError) throw draft ?? new ApiError('internal_error');
    const origin: LinkOrigin = { source: 'automation', actor: { type: 'system', id: rule.id } };
    return {
      preview: { url: draft.input.url, domain: draft.place.hostname },
      async apply(tx) {
        const equal = reuse ? await findEqual(tx, draft) : undefined;
        if (equal) return { output: { link_id: equal.id, short_url: shortUrlOf(draft.place, equal.slug) }, events: [] };
        const { link: made, event } = await insertWithin(ctx, tx, draft, origin);
        return {
          output: { link_id: made.id, short_url: made.short_url },
          events: [{ ...event, cause: runCause(run) }],
        };
      },
    };
  },

  sample: ({ automation }) => ({
    link_id: exampleId(ID_PREFIXES.link),
    short_url: `${automation.config.linksBaseUrl}/example`,
  }),
};

import { PublicationInput } from '../../../../../shared/automation/publication-inputs';
import type { ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES } from '../../../../../shared/ids';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import { preparePublication, writePublication } from '../../../publications/create';
import { parsed } from '../parsed';
import type { StepKind } from './step';

export const publishStep: StepKind<ActionOf<'publish'>> = {
  tree: ({ publication }) => publication,

  async prepare({ automation }, _action, input) {
    const prepared = await preparePublication(automation, parsed(PublicationInput, input));
    return {
      async apply(tx) {
        const { publication, events } = await writePublication(automation, tx, prepared);
        return { output: { publication_id: publication.id }, events };
      },
    };
  },

  sample: () => ({ publication_id: exampleId(ID_PREFIXES.publication) }),
};

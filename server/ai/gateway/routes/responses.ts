import type { CreateResponse } from '../../../../shared/ai/responses';
import { responsesThroughChat, responsesThroughMessages } from '../conversions';
import { responsesForm } from '../forms/responses';
import { jsonRoute } from '../route';

export const responsesRoute = jsonRoute<CreateResponse>({
  form: responsesForm,
  through: [responsesThroughChat, responsesThroughMessages],
  alwaysWantsUsage: true,
});

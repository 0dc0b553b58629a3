import type { CreateEmbeddings } from '../../../../shared/ai/embeddings';
import { embeddingEncoding } from '../embedding-encoding';
import { embeddingsForm } from '../forms/embeddings';
import { jsonRoute } from '../route';

export const embeddingsRoute = jsonRoute<CreateEmbeddings>({ form: embeddingsForm, own: embeddingEncoding });

import { router } from '../trpc/procedures';
import { mediaRawRouter } from './media/procedures';

export const whatsappRawRouter = router({
  media: mediaRawRouter,
});

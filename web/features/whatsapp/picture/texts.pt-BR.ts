import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  newPicture: 'Nova foto',
  noPicture: 'Nenhuma',
  pictureSet: 'Definida',
  file: '{label}: arquivo JPEG ou PNG',
  unreadable: 'Não foi possível ler este arquivo como imagem. Escolha um arquivo JPEG ou PNG.',
  save: 'Salvar foto',
  remove: 'Remover foto',
  openCurrent: 'Abrir foto atual',
} satisfies Translation<typeof t>;

import {
  IconAlertTriangle,
  IconCalendarTime,
  IconHandStop,
  IconLinkOff,
  IconMicrophone,
  IconMessageReply,
  IconPlus,
  IconSparkles,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../../ui/shell/workspace';
import { RECIPES, type RecipeName } from './recipe-names';
import { t } from './texts';

import './recipes.css';

const ICONS: Record<RecipeName, Icon> = {
  reply: IconMessageReply,
  answer: IconSparkles,
  greet: IconHandStop,
  forward: IconWebhook,
  transcribe: IconMicrophone,
  link_limit: IconLinkOff,
  webhook_failing: IconAlertTriangle,
  scheduled: IconCalendarTime,
  blank: IconPlus,
};

/** Rules that are ready but for what only the person knows. */
export function RecipeGallery() {
  const { id: ws } = useWorkspace();
  return (
    <ul className="recipes" aria-label={t('recipes')}>
      {RECIPES.map((name) => {
        const RecipeIcon = ICONS[name];
        return (
          <li key={name}>
            <Link className="card recipe" to="/w/$ws/automation/rules/new" params={{ ws }} search={{ recipe: name }}>
              <RecipeIcon size={20} stroke={1.6} aria-hidden />
              <strong>{t(`recipe_${name}`)}</strong>
              <span className="dimmed">{t(`recipeHelp_${name}`)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

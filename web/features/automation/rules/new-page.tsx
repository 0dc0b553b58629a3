import { getRouteApi, Link } from '@tanstack/react-router';

import { preload } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';
import { RecipeGallery } from './recipe-gallery';
import { isRecipe } from './recipe-names';
import { t } from './texts';

const NewRule = preload(async () => (await import('./form/new-rule')).NewRule, <Loading shape="form" />);

const route = getRouteApi('/w/$ws/automation/rules/new');

export function NewRulePage() {
  const { id: ws } = useWorkspace();
  const mayWrite = useCan()('automation.rules:write');
  const { recipe } = route.useSearch();
  const isChosen = recipe !== undefined && isRecipe(recipe);
  return (
    <AutomationFrame
      title={t('newRule')}
      lead={
        isChosen && mayWrite ? (
          <Link to="/w/$ws/automation/rules/new" params={{ ws }}>
            {t('allRecipes')}
          </Link>
        ) : (
          t('newRuleLead')
        )
      }
    >
      {!mayWrite && <Forbidden need={t('needDeveloper')} />}
      {mayWrite && (isChosen ? <NewRule key={recipe} recipe={recipe} /> : <RecipeGallery />)}
    </AutomationFrame>
  );
}

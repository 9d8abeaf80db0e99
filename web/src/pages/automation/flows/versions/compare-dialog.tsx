import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Choice } from '../../../../ui/field.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { type Definition, readDefinition } from '../model/definition.ts';
import { differenceOf } from '../model/difference.ts';
import { type Version, versionQuery } from '../queries.ts';
import { DifferenceView } from './difference-view.tsx';

interface Props {
  id: string;
  /** What the user edits now. */
  draft: Definition;
  version: number;
  all: readonly Version[];
  onClose: () => void;
}

const EMPTY: Definition = { nodes: [] };

/** What changed between a version and another one, or the draft; always from the older to the newer. */
export function CompareDialog({ id, draft, version, all, onClose }: Props) {
  const t = useTexts('flows.versions');
  const before = all.find((each) => each.version < version)?.version ?? 0;
  /** 0: nothing, before the first version. */
  const [other, setOther] = useState<number | 'draft'>(before);
  const mine = useQuery(versionQuery(id, version));
  const isStored = other !== 'draft' && other !== 0;
  const theirs = useQuery({ ...versionQuery(id, isStored ? other : version), enabled: isStored });
  const loaded = isStored && theirs.data === undefined ? theirs : mine;
  const nameOf = (which: number | 'draft') =>
    which === 'draft' ? t('draft') : which === 0 ? t('none') : t('version', { version: String(which) });
  const isLater = other === 'draft' || other > version;
  const [from, to] = isLater ? [version, other] : [other, version];
  const definitionOf = (which: number | 'draft'): Definition => {
    if (which === 'draft') return draft;
    const found = which === version ? mine.data : which === 0 ? undefined : theirs.data;
    return (found && readDefinition(found.definition)) ?? EMPTY;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('compare')}
      lead={t('fromTo', { from: nameOf(from), to: nameOf(to) })}
    >
      <Choice<number | 'draft'>
        label={t('compareWith')}
        value={other}
        options={[
          ['draft', t('draft')],
          ...all
            .filter((each) => each.version !== version)
            .map((each) => [each.version, nameOf(each.version)] as const),
          ...(before === 0 ? [[0, t('none')] as const] : []),
        ]}
        onValue={setOther}
      />
      <Loaded query={loaded}>
        {() => (
          <DifferenceView difference={differenceOf(definitionOf(from), definitionOf(to))} empty={t('same')} />
        )}
      </Loaded>
    </Dialog>
  );
}

import { lazy } from 'react'
import { CategoryPage, type CategoryTabs } from '../features/categories/category-page.tsx'

const AudioTab = lazy(async () => {
  const { OperatorAudioTab } = await import('../features/audio/uploads/audio-tab.tsx')
  return { default: OperatorAudioTab }
})
const ShortTextTab = lazy(async () => {
  const tab = await import('../features/texts/short-text-tab.tsx')
  return { default: tab.ShortTextTab }
})

const tabs: CategoryTabs = {
  audio: (categoryId) => <AudioTab categoryId={categoryId} />,
  'short-text': (categoryId) => <ShortTextTab categoryId={categoryId} />,
}

/** The operator's category: its readings and its short texts are features of their own, each loaded when shown. */
export function Component() {
  return <CategoryPage tabs={tabs} />
}

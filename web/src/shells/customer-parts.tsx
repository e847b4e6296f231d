import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../ui/skeleton.tsx'

const Categories = lazy(async () => {
  const { CategoryAdmin } = await import('../features/categories/admin/category-admin.tsx')
  return { default: CategoryAdmin }
})
const Packages = lazy(async () => {
  const { PackageAdmin } = await import('../features/packages/admin/package-admin.tsx')
  return { default: PackageAdmin }
})

/** A customer's categories, to be changed: a feature of their own, loaded when they are shown. */
export function categoriesOf(customerId: number) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Categories customerId={customerId} readOnly={false} />
    </Suspense>
  )
}

/** A customer's packages, the same. */
export function packagesOf(customerId: number) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Packages customerId={customerId} readOnly={false} />
    </Suspense>
  )
}

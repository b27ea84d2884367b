# oak-validate-manifest - Validate manifest quality
oak-validate-manifest artifacts/backend-architect/2025-10-21-oauth2/manifest.json

# oak-manifest-stats - Show manifest statistics
oak-manifest-stats artifacts/backend-architect/2025-10-21-oauth2/manifest.json

# oak-workflow-context - Show context budget for entire workflow
oak-workflow-context wf-20251021-oauth2-001

# oak-compress-artifact - Generate manifest from existing artifact
oak-compress-artifact \
  --agent backend-architect \
  --type plan \
  --input artifacts/backend-architect/2025-10-21-oauth2/full-plan.md \
  --output artifacts/backend-architect/2025-10-21-oauth2/manifest.json

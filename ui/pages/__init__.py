"""The pages: widgets and nothing else."""

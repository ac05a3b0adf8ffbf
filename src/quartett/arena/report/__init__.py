"""What a tournament leaves behind: a page with plots, and Parquet files."""
